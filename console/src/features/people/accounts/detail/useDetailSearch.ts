import { useNavigate, useSearch } from "@tanstack/react-router";
import * as v from "valibot";
import { type AccountDetailSearch, accountDetailSearch } from "../search";

/** Keeps page numbers and open rows in the URL, without adding history entries. */
export function useDetailSearch() {
  const search = useSearch({ strict: false, select: (raw) => v.parse(accountDetailSearch, raw) });
  const navigate = useNavigate();
  const set = (changes: AccountDetailSearch) =>
    void navigate({
      to: ".",
      search: { ...search, ...changes },
      state: true,
      replace: true,
      resetScroll: false,
    });
  return { search, set };
}
