import { type ComponentType, useCallback, useLayoutEffect, useRef } from "react";
import { lazyPart } from "../feedback/lazyPart";
import { ListSkeleton } from "../feedback/Skeletons";
import { usePhone } from "../layout/usePhone";
import { Cards } from "./Cards";
import type { TableProps } from "./props";
import { Rows } from "./Rows";
import type { VirtualTable as LoadedTable } from "./virtual/VirtualTable";

export type { Column, RowDetails, Sort } from "./props";

/** Returns a function that never changes, and calls that of the last render. */
function useLatest(onToggle?: (key: number) => void) {
  const latest = useRef(onToggle);
  useLayoutEffect(() => {
    latest.current = onToggle;
  });
  return useCallback((key: number) => latest.current?.(key), []);
}

/** Above this many rows, only those near the screen are rendered (docs/adr/0030-virtual-rows.md). */
const LONG = 500;

const VirtualTable = lazyPart(
  async () => (await import("./virtual/VirtualTable")).VirtualTable as ComponentType<object>,
  { fallback: <ListSkeleton /> },
) as typeof LoadedTable;

/** A table, whose rows open where it is given details; on a phone, a list of cards. */
export function Table<T>(props: TableProps<T>) {
  const onToggle = useLatest(props.onToggle);
  const phone = usePhone();
  const table = props.onToggle ? { ...props, onToggle } : props;
  if (props.rows.length > LONG) return <VirtualTable {...table} phone={phone} />;
  return phone ? <Cards {...table} /> : <Rows {...table} />;
}
