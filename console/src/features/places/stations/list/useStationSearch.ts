import { useMemo } from "react";
import { usePageSearch } from "@/kit/routing/pageSearch";
import type { Sort } from "@/ui/table/Table";
import { SORTS, type SortKey, type StationListSearch, stationListSearch } from "./search";

/** Keeps the filters and the order of a list of stations in the URL. */
export function useStationSearch() {
  const { search, set } = usePageSearch(stationListSearch);
  const { tri, sens } = search;
  const sort = useMemo<Sort>(
    () => ({
      by: tri ?? "nom", // in which order the list comes
      descending: sens === "desc",
      onSort: (key) => set(nextOrder(key as SortKey, tri, sens)),
    }),
    [tri, sens, set],
  );
  return { search, set, sort };
}

/** A press on a header sorts by it, the next one the other way round, the third one as the list came. */
function nextOrder(
  key: SortKey,
  tri: SortKey | undefined,
  sens: "desc" | undefined,
): Partial<StationListSearch> {
  if (!(key in SORTS)) return {};
  if (tri !== key) return { tri: key, sens: undefined };
  return sens ? { tri: undefined, sens: undefined } : { tri: key, sens: "desc" };
}
