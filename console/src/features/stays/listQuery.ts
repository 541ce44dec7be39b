import type { QueryClient } from "@tanstack/react-query";
import { type Scope, scopeOf, type Variant } from "@/data/scope";
import { wireFilters } from "@/entities/stay/filters/filters";
import type { ExportFile } from "@/kit/export/fetchExport";
import { exportStays, type Stay, staysQuery } from "./api";
import type { StaySearch } from "./search";

/** Returns the filters by wire name, for the list, its sums and its export. */
export const listFilters = (scope: Scope, search: StaySearch) => ({
  ...wireFilters(scope, search),
  stopReason: search.arret,
});

export const stayListQuery = (scope: Scope, search: StaySearch) =>
  staysQuery({
    exploitant: scope ?? search.exploitant,
    ...listFilters(scope, search),
    page: search.page ?? 1,
  });

/** The same answer, read as a page of a list. */
export const stayPageQuery = (scope: Scope, search: StaySearch) => ({
  ...stayListQuery(scope, search),
  select: toPage,
});

const toPage = ({
  history,
  count,
  totalPlafonne,
}: {
  history: Stay[];
  count: number;
  totalPlafonne?: boolean | undefined;
}) => ({
  items: history,
  total: count,
  totalPlafonne,
});

export const staysFile = (scope: Scope, search: StaySearch): ExportFile => ({
  name: "export_utilisations",
  row: "utilisation",
  stream: (format, as) =>
    exportStays(scope ?? search.exploitant, listFilters(scope, search), format, as),
});

/** Starts loading without delaying the page. */
export function prefetchStays(
  queryClient: QueryClient,
  variant: Variant,
  search: StaySearch,
): void {
  const scope = scopeOf(variant);
  if (scope !== null) void queryClient.prefetchQuery(stayListQuery(scope, search));
}
