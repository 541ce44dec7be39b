import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "@/data/keys";
import { POLLED, unlessFollowing } from "@/data/refetching";
import { chosenOperator } from "@/session/operator";
import { useRights } from "@/session/rights";
import type { AskedWorklist } from "./search";

export type Worklist = components["schemas"]["Worklist"];

/** A kind of line, by its wire name. */
export type Kind = Exclude<keyof Worklist, "total" | "reportes">;
export type Handling = components["schemas"]["Handling"];
export type ParkedItem = components["schemas"]["ParkedItem"];

const EACH_MINUTE = {
  ...POLLED,
  staleTime: 5_000,
  refetchInterval: () => unlessFollowing(60_000),
} as const;

/** The worklist of the operator; loaded again when the window regains the focus, and every minute unless changes are told. */
export const worklistQuery = (operatorId: number, view: AskedWorklist = {}) =>
  queryOptions({
    queryKey: keys.worklist(operatorId, view),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/exploitant/{id}/a-traiter", {
          ...byId(operatorId, { ...view }),
          signal,
        }),
      ),
    ...EACH_MINUTE,
  });

/** Starts loading without delaying the page. */
export function prefetchWorklist(queryClient: QueryClient, view: AskedWorklist = {}): void {
  const operator = chosenOperator();
  if (operator) void queryClient.prefetchQuery(worklistQuery(operator.id, view));
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
