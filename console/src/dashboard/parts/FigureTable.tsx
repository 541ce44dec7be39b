import { Box } from "@mantine/core";
import { NumbersTable, type NumbersTableProps } from "./NumbersTable";
import classes from "./tables.module.css";

/** A figure as a table of numbers. It scrolls inside its card, by keyboard too. */
export function FigureTable<T>(table: NumbersTableProps<T>) {
  return (
    // What scrolls must be within reach of the keyboard.
    <Box
      component="section"
      mah={352}
      className={classes.frame}
      aria-label={table.caption}
      tabIndex={0}
    >
      <NumbersTable {...table} />
    </Box>
  );
}
