import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { components, paths } from "@/api/schema";
import { keys } from "@/data/keys";
import type { Format, StreamOptions } from "@/kit/export/stream";

export type SecurityEvent = components["schemas"]["SecurityEvent"];
export type SecurityCount = components["schemas"]["SecurityCount"];
export type SecurityFilters = components["schemas"]["SecurityFilters"];
type SecurityQuery = NonNullable<
  paths["/api/admin/securite/evenements"]["get"]["parameters"]["query"]
>;

/** What happens elsewhere, which no change tells: loaded again when the window regains the focus, and every 30 s. */
const FRESH = { refetchInterval: 30_000, refetchOnWindowFocus: "always" } as const;

/** A page of the security events, newest first. */
export const securityEventsQuery = (query: SecurityQuery) =>
  queryOptions({
    queryKey: keys.securityEvents(query),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/securite/evenements", { params: { query }, signal })),
    placeholderData: keepPreviousData,
    ...FRESH,
  });

/** How many there are today. */
export const securityDayQuery = () =>
  queryOptions({
    queryKey: keys.securityDay(),
    queryFn: ({ signal }) => unwrap(client.GET("/api/admin/securite/journee", { signal })),
    ...FRESH,
  });

/** Exports the events of the filters as CSV. */
export const exportSecurityEvents = (filters: SecurityFilters, format: Format, as: StreamOptions) =>
  unwrap(
    client.POST(`/api/admin/securite/evenements/exportation/format/${format}`, {
      body: { filters },
      ...as,
    }),
  );
