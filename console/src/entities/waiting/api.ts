import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { components, paths } from "@/api/schema";
import { keys } from "@/data/keys";

export type Wait = components["schemas"]["ListedWait"];

type WaitQuery = NonNullable<
  paths["/api/admin/exploitant/{id}/attentes"]["get"]["parameters"]["query"]
>;

/** A page of those who wait at an operator, by tariff and rank. */
export const waitsQuery = (operatorId: number, query: WaitQuery) =>
  queryOptions({
    queryKey: keys.waits(operatorId, query),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/exploitant/{id}/attentes", { ...byId(operatorId, query), signal }),
      ),
    placeholderData: keepPreviousData,
  });
