import { useCallback, useLayoutEffect, useRef } from "react";
import { ExpandableCards } from "./ExpandableCards";
import { ExpandableRows } from "./ExpandableRows";
import type { ExpandableTableProps } from "./tableProps";
import { usePhone } from "./usePhone";
import { useProgressiveRows } from "./useProgressiveRows";

export type { Column, RowDetails } from "./tableProps";

/** Returns a function that never changes, and calls that of the last render. */
function useLatest(onToggle?: (key: number) => void) {
  const latest = useRef(onToggle);
  useLayoutEffect(() => {
    latest.current = onToggle;
  });
  return useCallback((key: number) => latest.current?.(key), []);
}

/** A table, whose rows open where it is given details; on a phone, a list of cards. */
export function ExpandableTable<T>(props: ExpandableTableProps<T>) {
  const onToggle = useLatest(props.onToggle);
  const rows = useProgressiveRows(props.rows);
  const shown = props.onToggle ? { ...props, rows, onToggle } : { ...props, rows };
  return usePhone() ? <ExpandableCards {...shown} /> : <ExpandableRows {...shown} />;
}
