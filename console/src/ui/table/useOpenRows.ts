import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";

/** The open rows, kept in the URL without adding history entries. */
export function useOpenRows(): { open: ReadonlySet<number>; toggle: (id: number) => void } {
  const { ouvertes } = useSearch({ strict: false });
  const navigate = useNavigate();
  const open = useMemo(() => new Set(ouvertes), [ouvertes]);

  // Keeps its identity from one render to the next, so that rows are not rendered for nothing.
  const toggle = useCallback(
    (id: number) => {
      const search = ({ ouvertes = [], ...others }: { ouvertes?: number[] }) => {
        const rows = ouvertes.includes(id)
          ? ouvertes.filter((row) => row !== id)
          : [...ouvertes, id];
        return { ...others, ouvertes: rows.length > 0 ? rows : undefined };
      };
      void navigate({ to: ".", search, replace: true, resetScroll: false });
    },
    [navigate],
  );

  return { open, toggle };
}
