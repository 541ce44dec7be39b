import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import { keys } from "@/data/keys";
import { POLLED } from "@/data/refetching";

/** The counters of the operator's lockers. */
export const countersQuery = (operatorId: number) =>
  queryOptions({
    queryKey: keys.counters(operatorId),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/exploitant/{id}/compteurs", { ...byId(operatorId), signal })),
    staleTime: 5_000,
    ...POLLED,
  });

/** Reads the counters as they are now, before the operator is deleted. */
export const readCounters = (queryClient: QueryClient, operatorId: number) =>
  queryClient.fetchQuery({ ...countersQuery(operatorId), staleTime: 0 });
