import type { ReactNode } from "react";
import classes from "./Facts.module.css";

export type Fact = {
  label: string;
  value: ReactNode;
  /** Takes a line of its own, for long values such as an address or an e-mail. */
  wide?: boolean;
};

/** A list of facts, each under its name. */
export function Facts({ items }: { items: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {items.map(({ label, value, wide }) => (
        <div key={label} className={classes.fact} data-wide={wide || undefined}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
