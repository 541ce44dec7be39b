import type { ReactNode } from "react";
import { type Column, Table } from "@/ui/table/Table";
import type { OneRow } from "./useOneRow";

type OneRowTableProps<T> = {
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowKey: (row: T) => number;
  rowLabel: (row: T) => string;
  row: OneRow;
  /** Renders the open row, mostly its form; absent for accounts whose rows do not open. */
  renderDetails?: (row: T) => ReactNode;
  /** Shown instead of a list without rows, unless the form of a new row is open. */
  empty: ReactNode;
};

/** The rows of a record's list, of which one opens at a time. */
export function OneRowTable<T>({
  row,
  empty,
  rowLabel,
  renderDetails,
  ...table
}: OneRowTableProps<T>) {
  if (table.rows.length === 0) return row.openRow !== "new" && empty;
  if (!renderDetails) return <Table {...table} />;
  const details = { rowLabel, renderDetails, expanded: row.expanded, onToggle: row.toggle };
  return <Table {...table} {...details} />;
}
