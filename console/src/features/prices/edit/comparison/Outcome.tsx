import type { ReactNode } from "react";
import { formatEuros, formatEurosChange, formatPercentChange } from "@/format";
import { Table } from "@/ui/table/Table";
import { type Change, gapColumns, gapKey } from "../../repricing/gaps";
import classes from "./comparison.module.css";

const columns = gapColumns();

type OutcomeProps = {
  /** Which stays were compared, where the choice above does not say it already. */
  compared?: string | undefined;
  now: number;
  then: number;
  /** The widest, the widest first. */
  gaps: readonly Change[];
  /** Shown between the totals and the gaps. */
  children?: ReactNode;
};

/** What stays cost, what they would have cost, and the widest gaps. */
export function Outcome({ compared, now, then, gaps, children }: OutcomeProps) {
  const change = then - now;
  return (
    <div className={classes.outcome}>
      {compared && <p className={classes.compared}>{compared}</p>}
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
      {children}
      {gaps.length === 0 ? (
        <p className={classes.text}>Aucune de ces utilisations n'aurait changé de prix.</p>
      ) : (
        <>
          <p className={classes.text}>Les plus grands écarts</p>
          <Table caption="Les plus grands écarts" columns={columns} rows={gaps} rowKey={gapKey} />
        </>
      )}
    </div>
  );
}
