import { useNavigate, useSearch } from "@tanstack/react-router";
import * as v from "valibot";
import { type UserSearch, userSearch } from "../search";

/** What the list shows lives in the address; whatever narrows it leads back to the first page. */
export function useUserSearch() {
  const search = useSearch({ strict: false, select: (raw) => v.parse(userSearch, raw) });
  const navigate = useNavigate();
  const set = (changes: UserSearch, { replace = false } = {}) =>
    void navigate({
      to: ".",
      search: { ...search, page: undefined, ...changes },
      replace,
      resetScroll: false,
    });
  return { search, set };
}
