import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import { chosenOperator } from "@/session/operator";
import { keys } from "./keys";
import { LIVE } from "./live";

/** The counters of the operator's lockers. */
export const countersQuery = (operatorId: number) =>
  queryOptions({
    queryKey: keys.counters(operatorId),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/exploitant/{id}/compteurs", { ...byId(operatorId), signal })),
    staleTime: 5_000,
    ...LIVE,
  });

/** Starts loading without delaying the page. */
export function prefetchCounters(queryClient: QueryClient): void {
  const operator = chosenOperator();
  if (operator) void queryClient.prefetchQuery(countersQuery(operator.id));
}
