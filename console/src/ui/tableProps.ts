import type { ReactNode } from "react";

export type Column<T> = {
  key: string;
  header: string;
  /** Returns the cell. Plain text is truncated when it is too long, and shown in full on hover and focus. */
  render: (row: T) => ReactNode;
  align?: "left" | "right";
  hideOnPhone?: boolean;
};

export type ExpandableTableProps<T> = {
  /** The accessible name of the table. */
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowKey: (row: T) => number;
  /** Names the row in the label of its chevron. */
  rowLabel: (row: T) => string;
  renderDetails: (row: T) => ReactNode;
  expanded: ReadonlySet<number>;
  onToggle: (key: number) => void;
  rowActions?: (row: T) => ReactNode;
  loading?: boolean;
};
