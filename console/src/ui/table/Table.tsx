import { useCallback, useLayoutEffect, useRef } from "react";
import { usePhone } from "../usePhone";
import { Cards } from "./Cards";
import type { TableProps } from "./props";
import { Rows } from "./Rows";
import { useProgressiveRows } from "./useProgressiveRows";

export type { Column, RowDetails } from "./props";

/** Returns a function that never changes, and calls that of the last render. */
function useLatest(onToggle?: (key: number) => void) {
  const latest = useRef(onToggle);
  useLayoutEffect(() => {
    latest.current = onToggle;
  });
  return useCallback((key: number) => latest.current?.(key), []);
}

/** A table, whose rows open where it is given details; on a phone, a list of cards. */
export function Table<T>(props: TableProps<T>) {
  const onToggle = useLatest(props.onToggle);
  const rows = useProgressiveRows(props.rows);
  const shown = props.onToggle ? { ...props, rows, onToggle } : { ...props, rows };
  return usePhone() ? <Cards {...shown} /> : <Rows {...shown} />;
}
