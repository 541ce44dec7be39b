import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import type { ExportFile } from "@/kit/export/fetchExport";
import { type Scope, wireFilters } from "@/kit/filters/filters";
import { chosenOperator } from "@/session/operator";
import type { StaySearch } from "./search";

export type Stay = components["schemas"]["Stay"];

/** Returns the filters by wire name, for the list and its export. */
const listFilters = (scope: Scope, search: StaySearch) => ({
  ...wireFilters(scope, search),
  stopReason: search.arret,
});

export const staysQuery = (scope: Scope, search: StaySearch) => {
  const query = {
    exploitant: scope ?? search.exploitant,
    ...listFilters(scope, search),
    page: search.page ?? 1,
  };
  return queryOptions({
    queryKey: ["usages", query],
    queryFn: ({ signal }) => unwrap(client.GET("/api/admin/usages", { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
};

export const staysFile = (scope: Scope, search: StaySearch): ExportFile => {
  const operator = scope ?? search.exploitant;
  const body = { filters: listFilters(scope, search) };
  return {
    name: "export_utilisations.csv",
    row: "utilisation",
    stream: (as) =>
      unwrap(
        operator === undefined
          ? client.POST("/api/admin/usages/exportation/format/csv", { body, ...as })
          : client.POST("/api/admin/usages/exportation/exploitant/{id}/format/csv", {
              params: { path: { id: operator } },
              body,
              ...as,
            }),
      ),
  };
};

/** Starts loading without delaying the page. */
export function prefetchStays(
  queryClient: QueryClient,
  variant: "administration" | "operator",
  search: StaySearch,
) {
  const scope = variant === "administration" ? undefined : chosenOperator()?.id;
  if (variant === "operator" && scope === undefined) return;
  void queryClient.prefetchQuery(staysQuery(scope, search));
}
