import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import * as v from "valibot";
import { type Key, NO_KEY } from "./keys";

type ListSearch = { page?: number; ligne?: number; apres?: string; avant?: string };

/** A page is the first again. */
const FIRST = { page: undefined, ...NO_KEY };

/** Keeps the state of a list in the URL. `besideForms`: the forms of the page stay as they are when it changes. */
export function useListSearch<Search extends ListSearch>(
  schema: v.GenericSchema<unknown, Search>,
  { besideForms = false } = {},
) {
  const raw = useSearch({ strict: false });
  const search = useMemo(() => v.parse(schema, raw), [schema, raw]);
  const navigate = useNavigate();
  /** Changes the URL of the moment, which may be newer than this render. */
  const set = useCallback(
    (
      changes: Partial<Search> | ((current: Search) => Partial<Search>),
      { replace = false } = {},
    ) => {
      const next = (raw: unknown) => {
        const current = v.parse(schema, raw);
        return { ...current, ...(typeof changes === "function" ? changes(current) : changes) };
      };
      void navigate({
        to: ".",
        search: next,
        replace,
        resetScroll: false,
        ignoreBlocker: besideForms,
      });
    },
    [navigate, schema, besideForms],
  );
  return {
    search,
    set,
    /** A change of filters goes back to the first page, where the open row may still be. */
    narrow: (changes: Partial<Search>, options?: { replace?: boolean }) =>
      set({ ...FIRST, ...changes }, options),
    goToPage: (page: number, key?: Key) => {
      const to = page > 1 ? { ...NO_KEY, page, ...key } : FIRST;
      set({ ...to, ligne: undefined } as Partial<Search>);
    },
  };
}
