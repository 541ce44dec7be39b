import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { chosenOperator } from "@/session/operator";
import { keys } from "./keys";
import { LIVE } from "./live";

export type TodayFigures = components["schemas"]["TodayFigures"];

/** The counters of the operator's lockers. */
export const countersQuery = (operatorId: number) =>
  queryOptions({
    queryKey: keys.counters(operatorId),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/exploitant/{id}/compteurs", { ...byId(operatorId), signal })),
    staleTime: 5_000,
    ...LIVE,
  });

/** Reads the counters as they are now, before the operator is deleted. */
export const readCounters = (queryClient: QueryClient, operatorId: number) =>
  queryClient.fetchQuery({ ...countersQuery(operatorId), staleTime: 0 });

/** Today's figures beside those of a week before. */
export const todayQuery = (operatorId: number) =>
  queryOptions({
    queryKey: keys.today(operatorId),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/exploitant/{id}/journee", { ...byId(operatorId), signal })),
    staleTime: 5_000,
    ...LIVE,
    refetchInterval: 60_000,
  });

/** Starts loading without delaying the page. */
export function prefetchCounters(queryClient: QueryClient): void {
  const operator = chosenOperator();
  if (operator) void queryClient.prefetchQuery(countersQuery(operator.id));
}
