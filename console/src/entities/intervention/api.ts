import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { components, paths } from "@/api/schema";
import { keys } from "@/data/keys";

export type Intervention = components["schemas"]["Intervention"];

type InterventionQuery = NonNullable<
  paths["/api/admin/exploitant/{id}/interventions"]["get"]["parameters"]["query"]
>;

/** A page of the interventions of an operator: open ones first, the urgent before the others. */
export const interventionsQuery = (operatorId: number, query: InterventionQuery) =>
  queryOptions({
    queryKey: keys.interventions(operatorId, query),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/exploitant/{id}/interventions", {
          ...byId(operatorId, query),
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
