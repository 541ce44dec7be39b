import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { components, paths } from "@/api/schema";
import { keys } from "@/data/keys";
import type { Scope } from "@/data/scope";
import type { Format, StreamOptions } from "@/kit/export/stream";

export type Stay = components["schemas"]["Stay"];
export type StayFilters = components["schemas"]["StayFilters"];
type StayQuery = NonNullable<paths["/api/admin/usages"]["get"]["parameters"]["query"]>;

export const staysQuery = (query: StayQuery) =>
  queryOptions({
    queryKey: keys.stays(query),
    queryFn: ({ signal }) => unwrap(client.GET("/api/admin/usages", { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

/** Exports the filtered list as CSV. */
export const exportStays = (
  operatorId: Scope,
  filters: StayFilters,
  format: Format,
  as: StreamOptions,
) =>
  unwrap(
    operatorId === undefined
      ? client.POST(`/api/admin/usages/exportation/format/${format}`, { body: { filters }, ...as })
      : client.POST(`/api/admin/usages/exportation/exploitant/{id}/format/${format}`, {
          ...byId(operatorId),
          body: { filters },
          ...as,
        }),
  );
