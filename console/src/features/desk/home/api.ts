import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "@/data/keys";
import { POLLED } from "@/data/refetching";
import { countersQuery } from "@/entities/counters/api";
import { chosenOperator } from "@/session/operator";

export type TodayFigures = components["schemas"]["TodayFigures"];

/** Today's figures beside those of a week before. */
export const todayQuery = (operatorId: number) =>
  queryOptions({
    queryKey: keys.today(operatorId),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/exploitant/{id}/journee", { ...byId(operatorId), signal })),
    staleTime: 5_000,
    ...POLLED,
    refetchInterval: 60_000,
  });

/** Starts loading without delaying the page. */
export function prefetchCounters(queryClient: QueryClient): void {
  const operator = chosenOperator();
  if (operator) void queryClient.prefetchQuery(countersQuery(operator.id));
}
