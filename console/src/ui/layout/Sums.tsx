import type { PropsWithChildren } from "react";
import classes from "./Facts.module.css";

/** The sums above a table, each under its name: pairs of `dt` and `dd` in a `div`. */
export function Sums({ children }: PropsWithChildren) {
  return (
    <dl className={classes.facts} data-sums>
      {children}
    </dl>
  );
}
