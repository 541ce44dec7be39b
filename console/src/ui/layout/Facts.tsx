import type { ReactNode } from "react";
import classes from "./Facts.module.css";

export type Fact = {
  label: string;
  value: ReactNode;
  /** Takes a line of its own, for long values such as an address or an e-mail. */
  wide?: boolean;
};

type FactsProps = {
  items: readonly Fact[];
  /** Wide enough for two dates, a SIRET or an e-mail on one line. */
  roomy?: boolean;
};

/** A list of facts, each under its name. */
export function Facts({ items, roomy }: FactsProps) {
  return (
    <dl className={classes.facts} data-roomy={roomy || undefined}>
      {items.map(({ label, value, wide }) => (
        <div key={label} data-wide={wide || undefined}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
