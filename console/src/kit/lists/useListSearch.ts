import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import * as v from "valibot";
import type { Filters } from "../filters/filters";

type ListSearch = Filters & { page?: number; ligne?: number };

/** Keeps the state of a list in the URL. */
export function useListSearch<Search extends ListSearch>(schema: v.GenericSchema<unknown, Search>) {
  const raw = useSearch({ strict: false });
  const search = useMemo(() => v.parse(schema, raw), [schema, raw]);
  const navigate = useNavigate();
  const set = (changes: Partial<Search>, { replace = false } = {}) =>
    void navigate({ to: ".", search: { ...search, ...changes }, replace, resetScroll: false });
  return {
    search,
    set,
    /** A change of filters goes back to the first page, where the open row may still be. */
    narrow: (changes: Partial<Search>, options?: { replace?: boolean }) =>
      set({ page: undefined, ...changes }, options),
    goToPage: (page: number) =>
      set({ page: page > 1 ? page : undefined, ligne: undefined } as Partial<Search>),
    toggle: (id: number) =>
      set({ ligne: search.ligne === id ? undefined : id } as Partial<Search>, { replace: true }),
  };
}
