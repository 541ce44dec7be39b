import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";

/** The open rows, kept in the address; opening one adds no step to the way back. */
export function useOpenRows(): { open: ReadonlySet<number>; toggle: (id: number) => void } {
  const { ouvertes } = useSearch({ strict: false });
  const navigate = useNavigate();
  const open = useMemo(() => new Set(ouvertes), [ouvertes]);

  const toggle = (id: number) => {
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    const rows = next.size > 0 ? [...next] : undefined;
    void navigate({ to: ".", search: { ouvertes: rows }, replace: true, resetScroll: false });
  };

  return { open, toggle };
}
