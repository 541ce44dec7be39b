import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { chosenOperator } from "@/session/operator";

export type Worklist = components["schemas"]["Worklist"];

/** The worklist of the operator; loaded again every minute and when the window regains the focus. */
export const worklistQuery = (operatorId: number) =>
  queryOptions({
    queryKey: ["a-traiter", operatorId],
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/exploitant/{id}/a-traiter", {
          params: { path: { id: operatorId } },
          signal,
        }),
      ),
    staleTime: 5_000,
    refetchInterval: 60_000,
    refetchOnWindowFocus: "always",
  });

/** Starts loading without delaying the page. */
export function prefetchWorklist(queryClient: QueryClient): void {
  const operator = chosenOperator();
  if (operator) void queryClient.prefetchQuery(worklistQuery(operator.id));
}
