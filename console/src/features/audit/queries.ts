import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";

export type AuditLine = components["schemas"]["AuditLine"];

export const PAGE_SIZE = 10;

/** A page of the audit log of one object, newest first; loaded again every 15 s. */
export const auditQuery = (exploitant: number | undefined, objet: string, page: number) =>
  queryOptions({
    queryKey: ["journal", exploitant, objet, page],
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/journal", {
          params: { query: { exploitant, objet, page, itemsPerPage: PAGE_SIZE } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
    refetchOnWindowFocus: "always",
  });
