import { VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./FigureTable.module.css";

export type FigureColumn<T> = {
  key: string | number;
  header: ReactNode;
  render: (row: T) => ReactNode;
};

type FigureTableProps<T> = {
  caption: string;
  /** The first column names the row; the others hold numbers. */
  columns: readonly FigureColumn<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string | number;
};

/** A figure as a table of numbers. It scrolls inside its card, by keyboard too. */
export function FigureTable<T>({ caption, columns, rows, rowKey }: FigureTableProps<T>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard.
    <section className={classes.frame} aria-label={caption} tabIndex={0}>
      <table className={classes.table}>
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            {columns.map(({ key, header }) => (
              <th key={key} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ key, render }, index) =>
                index === 0 ? (
                  <th key={key} scope="row">
                    {render(row)}
                  </th>
                ) : (
                  <td key={key}>{render(row)}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
