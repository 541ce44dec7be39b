import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { chosenOperator } from "@/session/operator";

export type Station = components["schemas"]["Station"];

export const stationsQuery = (operatorId: number) =>
  queryOptions({
    queryKey: ["stations", operatorId],
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/station/exploitant/{id}", {
          params: { path: { id: operatorId } },
          signal,
        }),
      ),
  });

/** Starts loading without delaying the page, which shows its skeleton meanwhile. */
export function prefetchStations(queryClient: QueryClient): void {
  const operator = chosenOperator();
  if (operator) void queryClient.prefetchQuery(stationsQuery(operator.id));
}

export function useDeleteStation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) =>
      unwrap(client.DELETE("/api/admin/station/{id}/supprimer", { params: { path: { id } } })),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ["stations"] }),
        queryClient.invalidateQueries({ queryKey: ["compteurs"] }),
      ]),
  });
}
