import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { components, paths } from "@/api/schema";
import { keys } from "@/data/keys";
import { POLLED } from "@/data/refetching";
import type { Scope } from "@/data/scope";

export type AuditLine = components["schemas"]["AuditLine"];

export const AUDIT_PAGE_SIZE = 10;

type AuditQuery = NonNullable<paths["/api/admin/journal"]["get"]["parameters"]["query"]>;
type AuditPlace = Pick<AuditQuery, "page" | "apres" | "avant">;

/** A page of the audit log of an operator or, for administrators, of all, newest first. */
export const auditLogQuery = (query: AuditQuery) =>
  queryOptions({
    queryKey: keys.audit(query),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/journal", { params: { query }, signal })),
    placeholderData: keepPreviousData,
    ...POLLED,
  });

/** A page of the audit log of one object, newest first. */
export const auditQuery = (exploitant: Scope, objet: string, place: AuditPlace) =>
  auditLogQuery({ exploitant, objet, ...place, itemsPerPage: AUDIT_PAGE_SIZE });
