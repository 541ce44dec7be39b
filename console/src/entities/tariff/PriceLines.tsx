import { formatCount, formatEuros } from "@/format";
import classes from "./PriceLines.module.css";

/** One line of the explanation of a price, by wire name; in cents. */
export interface PriceLine {
  libelle: string;
  quantite: number;
  prixUnitaire: number;
  montant: number;
}

type PriceLinesProps = {
  lines: readonly PriceLine[];
  totalLabel: string;
  total: number;
  /** Formats amounts: with currency, except on screens that show none. */
  money?: (cents: number) => string;
};

/** The explanation of a price, line by line, and its total. */
export function PriceLines({ lines, totalLabel, total, money = formatEuros }: PriceLinesProps) {
  return (
    <dl className={classes.lines}>
      {lines.map(({ libelle, quantite, prixUnitaire, montant }) => (
        <div key={libelle}>
          <dt>{libelle}</dt>
          {montant > 0 && (
            <dd>
              {formatCount(quantite)}&nbsp;×&nbsp;{money(prixUnitaire)}
            </dd>
          )}
          <dd>{money(montant)}</dd>
        </div>
      ))}
      <div>
        <dt>{totalLabel}</dt>
        <dd>{money(total)}</dd>
      </div>
    </dl>
  );
}
