import { ExpandableCards } from "./ExpandableCards";
import { ExpandableRows } from "./ExpandableRows";
import type { ExpandableTableProps } from "./tableProps";
import { usePhone } from "./usePhone";
import { useProgressiveRows } from "./useProgressiveRows";

export type { Column } from "./tableProps";

/** A table whose rows open to show details; on a phone, a list of cards. */
export function ExpandableTable<T>(props: ExpandableTableProps<T>) {
  const shown = { ...props, rows: useProgressiveRows(props.rows) };
  return usePhone() ? <ExpandableCards {...shown} /> : <ExpandableRows {...shown} />;
}
