import type { ReactNode } from "react";

export type Column<T> = {
  key: string;
  header: string;
  /** Returns the cell. Plain text is truncated when it is too long, and shown in full on hover and focus. */
  render: (row: T) => ReactNode;
  align?: "left" | "right";
  hideOnPhone?: boolean;
  /** Its header sorts the rows, where the table has a `sort`. */
  sortable?: boolean;
};

/** The order of the rows, which the owner of the table keeps and applies. */
export type Sort = {
  /** The key of the column by which the rows are sorted; undefined: in the order in which they came. */
  by: string | undefined;
  descending: boolean;
  onSort: (key: string) => void;
};

/** What a table whose rows open needs besides; the others have none of it. */
export type RowDetails<T> = {
  /** Names the row in the label of its chevron. */
  rowLabel: (row: T) => string;
  renderDetails: (row: T) => ReactNode;
  expanded: ReadonlySet<number>;
  onToggle: (key: number) => void;
};

type NoDetails = { [Name in keyof RowDetails<unknown>]?: undefined };

/** What a table shows of any rows. */
export type TableContent<T> = {
  /** The accessible name of the table. */
  caption: string;
  columns: readonly Column<T>[];
  sort?: Sort;
  /** Must keep its identity from one render to the next, as `columns` must: a new one renders every row again. */
  rowActions?: (row: T) => ReactNode;
} & (RowDetails<T> | NoDetails);

export type TableProps<T> = TableContent<T> & {
  rows: readonly T[];
  rowKey: (row: T) => number;
  loading?: boolean;
  /** The key of a row that a link names: a list too long to be rendered whole scrolls to it. */
  named?: number;
};

/** What one row is rendered from; closed rows have no `renderDetails`, which may then change without them. */
export type RowProps<T> = Pick<TableProps<T>, "columns" | "onToggle" | "rowActions"> & {
  row: T;
  id: number;
  label: string;
  detailsId: string;
  renderDetails?: (row: T) => ReactNode;
  /** Its place among the rows, from 0; how many they are; and what measures it, where only some are rendered. */
  index?: number;
  count?: number;
  measure?: (part: HTMLElement | null) => void;
};

export function rowProps<T>(
  { columns, onToggle, rowActions, ...table }: TableProps<T>,
  row: T,
  idOfTable: string,
): RowProps<T> {
  const id = table.rowKey(row);
  return {
    columns,
    onToggle,
    rowActions,
    row,
    id,
    label: table.rowLabel?.(row) ?? "",
    detailsId: `${idOfTable}-${id}`,
    renderDetails: table.expanded?.has(id) ? table.renderDetails : undefined,
  };
}
