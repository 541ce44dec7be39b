import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import { chosenOperator } from "@/session/operator";

/** The live counters of the operator; loaded again every 15 s and when the window regains the focus. */
export const countersQuery = (operatorId: number) =>
  queryOptions({
    queryKey: ["compteurs", operatorId],
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/exploitant/{id}/compteurs", {
          params: { path: { id: operatorId } },
          signal,
        }),
      ),
    staleTime: 5_000,
    refetchInterval: 15_000,
    refetchOnWindowFocus: "always",
  });

export function prefetchCounters(queryClient: QueryClient): void {
  const operator = chosenOperator();
  if (operator) void queryClient.prefetchQuery(countersQuery(operator.id));
}
