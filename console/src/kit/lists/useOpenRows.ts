import { useCallback, useMemo } from "react";
import { usePageSearch } from "../routing/pageSearch";
import { openRowsSearch } from "./openRowsSearch";

/** The open rows, kept in the URL without adding history entries. */
export function useOpenRows(): { open: ReadonlySet<number>; toggle: (id: number) => void } {
  const { search, set } = usePageSearch(openRowsSearch);
  const open = useMemo(() => new Set(search.ouvertes), [search.ouvertes]);

  // Keeps its identity from one render to the next, so that rows are not rendered for nothing.
  const toggle = useCallback(
    (id: number) =>
      set(({ ouvertes = [] }) => {
        const rows = ouvertes.includes(id)
          ? ouvertes.filter((row) => row !== id)
          : [...ouvertes, id];
        return { ouvertes: rows.length > 0 ? rows : undefined };
      }),
    [set],
  );

  return { open, toggle };
}
