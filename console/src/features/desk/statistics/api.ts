import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "@/data/keys";
import { type Scope, scopeOf, type Variant } from "@/data/scope";

/** How long before its expiry an address is replaced, in seconds. */
const MARGIN = 60;

const freshFor = ({ dureeValidite }: components["schemas"]["DashboardAddress"]) =>
  (dureeValidite - MARGIN) * 1_000;

/** The address of the dashboard; stale when the next one is due. */
export const addressQuery = (scope: Scope) =>
  queryOptions({
    queryKey: keys.statistics(scope),
    queryFn: ({ signal }) =>
      unwrap(
        scope === undefined
          ? client.GET("/api/admin/iloo/analytics", { signal })
          : client.GET("/api/admin/iloo/analytics/{id}", { ...byId(scope), signal }),
      ),
    staleTime: ({ state: { data } }) => (data ? freshFor(data) : 0),
    // Keeps no expired address in the cache.
    gcTime: MARGIN * 1_000,
  });

/** Starts loading without delaying the page. */
export function prefetchAddress(queryClient: QueryClient, variant: Variant): void {
  const scope = scopeOf(variant);
  if (scope !== null) void queryClient.prefetchQuery(addressQuery(scope));
}
