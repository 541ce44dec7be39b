import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { chosenOperator } from "@/session/operator";
import { useRights } from "@/session/rights";
import { keys } from "./keys";
import { LIVE, unlessFollowing } from "./live";

export type Worklist = components["schemas"]["Worklist"];
export type ParkedItem = components["schemas"]["ParkedItem"];

const EACH_MINUTE = {
  ...LIVE,
  staleTime: 5_000,
  refetchInterval: () => unlessFollowing(60_000),
} as const;

/** The worklist of the operator; loaded again when the window regains the focus, and every minute unless changes are told. */
export const worklistQuery = (operatorId: number) =>
  queryOptions({
    queryKey: keys.worklist(operatorId),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/exploitant/{id}/a-traiter", { ...byId(operatorId), signal })),
    ...EACH_MINUTE,
  });

/** Starts loading without delaying the page. */
export function prefetchWorklist(queryClient: QueryClient): void {
  const operator = chosenOperator();
  if (operator) void queryClient.prefetchQuery(worklistQuery(operator.id));
}

/** The parked work items of the whole platform, for administrators only. */
export const parkedQuery = () =>
  queryOptions({
    queryKey: keys.parked(),
    queryFn: ({ signal }) => unwrap(client.GET("/api/admin/taches-en-echec", { signal })),
    ...EACH_MINUTE,
  });

/** Loads `parkedQuery` for administrators; for other accounts it sends no call. */
export function useParked() {
  const { administrator } = useRights();
  return useQuery({ ...parkedQuery(), enabled: administrator });
}
