import { useNavigate, useSearch } from "@tanstack/react-router";
import * as v from "valibot";
import { type AccountSearch, accountSearch } from "../search";

/** Keeps the state of the list in the URL; a change of filters goes back to the first page. */
export function useAccountSearch() {
  const search = useSearch({ strict: false, select: (raw) => v.parse(accountSearch, raw) });
  const navigate = useNavigate();
  const set = (changes: AccountSearch, { replace = false } = {}) =>
    void navigate({
      to: ".",
      search: { ...search, page: undefined, ...changes },
      replace,
      resetScroll: false,
    });
  return { search, set };
}
