import { defaultRangeExtractor, type Range, useWindowVirtualizer } from "@tanstack/react-virtual";
import {
  type FocusEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { TableProps } from "../props";
import { useEveryRow } from "./useEveryRow";

/** The rows rendered above and below the screen: what the next turn of the wheel or Page Down shows. */
const OVERSCAN = 20;

/** Takes the place of what measures rows while all are rendered: no height is needed then. */
const notMeasured = () => {};

type Sizes = {
  /** The height of a row that was never rendered, in pixels. */
  estimate: number;
  /** The space between two rows, in pixels. */
  gap: number;
};

/** A row that is rendered, or the height in pixels of the rows left out in its place. */
type Part<T> = { key: string; row: T; index: number } | { key: string; height: number };

/**
 * Chooses the rows of a long list to render: those near the screen, and wherever they stand the open ones and the
 * one that last had the focus, so that what is typed there and the place of the keyboard stay.
 */
export function useVirtualRows<T, List extends HTMLElement>(
  table: TableProps<T>,
  { estimate, gap }: Sizes,
) {
  const { rows, rowKey, expanded, named } = table;
  const list = useRef<List>(null);
  const [top, setTop] = useState(0);
  const [focused, setFocused] = useState<number>();

  useLayoutEffect(() => {
    if (list.current) setTop(list.current.getBoundingClientRect().top + window.scrollY);
  });

  const everyRow = useEveryRow();
  const kept = useMemo(
    () =>
      rows.flatMap((row, index) => {
        const id = rowKey(row);
        return everyRow || id === focused || expanded?.has(id) ? [index] : [];
      }),
    [rows, rowKey, expanded, focused, everyRow],
  );
  const rangeExtractor = useCallback(
    (range: Range) =>
      [...new Set([...defaultRangeExtractor(range), ...kept])].sort((a, b) => a - b),
    [kept],
  );
  const getItemKey = useCallback((index: number) => rowKey(rows[index] as T), [rows, rowKey]);
  const virtualizer = useWindowVirtualizer<HTMLElement>({
    count: rows.length,
    estimateSize: () => estimate,
    gap,
    overscan: OVERSCAN,
    scrollMargin: top,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    getItemKey,
    rangeExtractor,
  });

  const scrollToNamed = useEffectEvent((id: number) => {
    const index = rows.findIndex((row) => rowKey(row) === id);
    if (index >= 0) virtualizer.scrollToIndex(index, { align: "center" });
  });
  useEffect(() => {
    if (named !== undefined) scrollToNamed(named);
  }, [named]);

  const parts: Part<T>[] = [];
  let end = 0;
  const leaveOut = (height: number, key: string) => {
    if (height > 0) parts.push({ key, height });
  };
  for (const item of virtualizer.getVirtualItems()) {
    const start = item.start - top;
    // What is left out is itself followed by a gap, and preceded by one where a row stands before it.
    leaveOut(start - end - (end > 0 ? 2 : 1) * gap, `before ${item.key}`);
    parts.push({ key: String(item.key), row: rows[item.index] as T, index: item.index });
    end = item.end - top;
  }
  leaveOut(virtualizer.getTotalSize() - end - gap, "end");

  return {
    list,
    parts,
    measure: everyRow ? notMeasured : virtualizer.measureElement,
    onFocus: ({ target }: FocusEvent) => {
      const index = target.closest<HTMLElement>("[data-index]")?.dataset.index;
      if (index !== undefined) setFocused(rowKey(rows[Number(index)] as T));
    },
  };
}
