import type { Comparison } from "@/data/simulation";
import { Table } from "@/ui/table/Table";
import { formatCount, formatEuros, formatEurosChange, formatPercentChange } from "@/words/format";
import { gapColumns, gapKey } from "../../repricing/gaps";
import classes from "./comparison.module.css";

const columns = gapColumns();

export function Outcome({ comparison }: { comparison: Comparison }) {
  const { utilisations: count, totalActuel: now, totalNouveau: then } = comparison;
  if (count === 0) {
    return (
      <p className={classes.text} role="status">
        Aucune utilisation n'est encore terminée avec ce tarif&nbsp;: il n'y a rien à comparer.
      </p>
    );
  }
  const change = then - now;
  const compared =
    count > 1 ? `Les ${formatCount(count)} dernières utilisations` : "La dernière utilisation";
  return (
    <div className={classes.outcome}>
      <p className={classes.compared}>{compared}</p>
      <div role="status">
        <dl className={classes.totals}>
          <div>
            <dt>Total actuel</dt>
            <dd>{formatEuros(now)}</dd>
          </div>
          <div>
            <dt>Avec ces valeurs</dt>
            <dd>{formatEuros(then)}</dd>
          </div>
          <div>
            <dt>Différence</dt>
            <dd>
              {formatEurosChange(change)}
              {now > 0 && change !== 0 && (
                <span className={classes.share}> ({formatPercentChange(change / now)})</span>
              )}
            </dd>
          </div>
        </dl>
      </div>
      {comparison.plusGrandsEcarts.length === 0 ? (
        <p className={classes.text}>Aucune de ces utilisations n'aurait changé de prix.</p>
      ) : (
        <>
          <p className={classes.text}>Les plus grands écarts</p>
          <Table
            caption="Les plus grands écarts"
            columns={columns}
            rows={comparison.plusGrandsEcarts}
            rowKey={gapKey}
          />
        </>
      )}
    </div>
  );
}
