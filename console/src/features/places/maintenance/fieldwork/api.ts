import { queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "@/data/keys";
import { POLLED } from "@/data/refetching";

export type FieldWork = components["schemas"]["FieldWork"];
export type FieldTask = components["schemas"]["FieldTask"];

/** What there is to do at the stations; loaded again each minute, as a door becomes a task by standing open. */
export const fieldworkQuery = (operatorId: number) =>
  queryOptions({
    queryKey: keys.worklist(operatorId, { surPlace: true }),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/exploitant/{id}/a-faire-sur-place", { ...byId(operatorId), signal }),
      ),
    ...POLLED,
    refetchInterval: 60_000,
  });
