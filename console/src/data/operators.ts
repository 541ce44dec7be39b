import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "./keys";
import { STILL } from "./live";

export type Operator = components["schemas"]["Operator"];
export type OperatorInput = components["schemas"]["OperatorInput"];
export type FiscalIdentity = components["schemas"]["FiscalIdentity"];
export type FiscalIdentityInput = components["schemas"]["FiscalIdentityInput"];

/** The operators that the caller may choose, sorted by name. */
export const operatorsQuery = () =>
  queryOptions({
    queryKey: keys.operators(),
    queryFn: ({ signal }) => unwrap(client.GET("/api/admin/exploitants", { signal })),
  });

export const operatorQuery = (id: number) =>
  queryOptions({
    queryKey: keys.operator(id),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/exploitant/{id}", { ...byId(id), signal })),
    ...STILL,
  });

/** Starts loading without delaying the page, which shows its skeleton meanwhile. */
export function prefetchOperator(queryClient: QueryClient, id: string): void {
  void queryClient.prefetchQuery(operatorQuery(Number(id)));
}
