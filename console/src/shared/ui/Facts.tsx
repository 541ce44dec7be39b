import type { ReactNode } from "react";
import classes from "./Facts.module.css";

export type Fact = {
  label: string;
  value: ReactNode;
  /** Takes a line of its own: an address, an e-mail. */
  wide?: boolean;
};

/** What is known of one thing, each fact under its name. */
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
