import type * as v from "valibot";
import { usePageSearch } from "../routing/pageSearch";
import { type Key, NO_KEY } from "./keys";

type ListSearch = { page?: number; ligne?: number; apres?: string; avant?: string };

/** A page is the first again. */
const FIRST = { page: undefined, ...NO_KEY };

/** Keeps the state of a list in the URL. `besideForms`: the forms of the page stay as they are when it changes. */
export function useListSearch<Search extends ListSearch>(
  schema: v.GenericSchema<unknown, Search>,
  { besideForms = false } = {},
) {
  const { search, set } = usePageSearch(schema, { replace: false, besideForms });
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
