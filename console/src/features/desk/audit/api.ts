import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { paths } from "@/api/schema";
import { keys } from "@/data/keys";
import { LIVE } from "@/data/refetching";

type AuditQuery = NonNullable<paths["/api/admin/journal"]["get"]["parameters"]["query"]>;

/** A page of the audit log of an operator or, for administrators, of all, newest first. */
export const auditLogQuery = (query: AuditQuery) =>
  queryOptions({
    queryKey: keys.audit(query),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/journal", { params: { query }, signal })),
    placeholderData: keepPreviousData,
    ...LIVE,
  });
