import { VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import type { StatusColor } from "@/ui/feedback/StatusChip";
import classes from "./tables.module.css";

export type FigureColumn<T> = {
  key: string | number;
  header: ReactNode;
  render: (row: T) => ReactNode;
};

export type NumbersTableProps<T> = {
  caption: string;
  /** The first column names the row; the others hold numbers. */
  columns: readonly FigureColumn<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string | number;
  color?: (row: T) => StatusColor;
};

type OwnProps<T> = NumbersTableProps<T> & {
  /** What stands under the name of a row. */
  under?: (row: T) => ReactNode;
};

export function NumbersTable<T>(table: OwnProps<T>) {
  const { caption, columns, rows, rowKey, color, under } = table;
  return (
    <table className={under ? `${classes.table} ${classes.bars}` : classes.table}>
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
          <tr key={rowKey(row)} data-status={color?.(row)}>
            {columns.map(({ key, render }, index) =>
              index === 0 ? (
                <th key={key} scope="row">
                  {render(row)}
                  {under?.(row)}
                </th>
              ) : (
                <td key={key}>{render(row)}</td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
