import { useNavigate, useSearch } from "@tanstack/react-router";
import * as v from "valibot";
import { type UserDetailSearch, userDetailSearch } from "../search";

/** Pages and open rows live in the address; they add no step to the way back. */
export function useDetailSearch() {
  const search = useSearch({ strict: false, select: (raw) => v.parse(userDetailSearch, raw) });
  const navigate = useNavigate();
  const set = (changes: UserDetailSearch) =>
    void navigate({
      to: ".",
      search: { ...search, ...changes },
      state: true,
      replace: true,
      resetScroll: false,
    });
  return { search, set };
}
