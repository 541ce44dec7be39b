import { queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "@/data/keys";

export type Colleague = components["schemas"]["Colleague"];

/** The staff to whom a line of the worklist or an intervention may be given. */
export const colleaguesQuery = (operatorId: number) =>
  queryOptions({
    queryKey: keys.colleagues(operatorId),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/exploitant/{id}/a-traiter/collegues", {
          ...byId(operatorId),
          signal,
        }),
      ),
  });
