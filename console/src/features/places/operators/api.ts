import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "@/data/keys";
import { NO_REFETCH } from "@/data/refetching";

export type OperatorInput = components["schemas"]["OperatorInput"];
export type FiscalIdentity = components["schemas"]["FiscalIdentity"];
export type FiscalIdentityInput = components["schemas"]["FiscalIdentityInput"];

export const operatorQuery = (id: number) =>
  queryOptions({
    queryKey: keys.operator(id),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/exploitant/{id}", { ...byId(id), signal })),
    ...NO_REFETCH,
  });

/** Starts loading without delaying the page, which shows its skeleton meanwhile. */
export function prefetchOperator(queryClient: QueryClient, id: string): void {
  void queryClient.prefetchQuery(operatorQuery(Number(id)));
}
