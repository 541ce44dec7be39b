import classes from "./FigureTable.module.css";
import { NumbersTable, type NumbersTableProps } from "./NumbersTable";

/** A figure as a table of numbers. It scrolls inside its card, by keyboard too. */
export function FigureTable<T>(table: NumbersTableProps<T>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard.
    <section className={classes.frame} aria-label={table.caption} tabIndex={0}>
      <NumbersTable {...table} className={classes.table} />
    </section>
  );
}
