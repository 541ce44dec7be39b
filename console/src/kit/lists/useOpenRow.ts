import type { UseQueryResult } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo } from "react";

type OpenRow = { ligne?: number };

type List = {
  search: OpenRow;
  set: (changes: (current: OpenRow) => OpenRow, options: { replace: boolean }) => void;
};

/** The open row of a list, kept in the URL without adding history entries: one at a time. */
export function useOpenRow(
  { search: { ligne }, set }: List,
  query: UseQueryResult,
  rows: readonly { id: number }[],
) {
  const missing = ligne !== undefined && !rows.some(({ id }) => id === ligne);
  const settled = query.isSuccess && !query.isFetching;
  // Forgets an open row that the list no longer holds: otherwise it would reopen by itself once a wider
  // filter brings it back.
  useEffect(() => {
    if (missing && settled) set(() => ({ ligne: undefined }), { replace: true });
  }, [missing, settled, set]);

  const toggle = useCallback(
    (id: number) =>
      set((current) => ({ ligne: current.ligne === id ? undefined : id }), { replace: true }),
    [set],
  );
  const expanded = useMemo(() => new Set(ligne === undefined ? [] : [ligne]), [ligne]);
  return { expanded, onToggle: toggle };
}
