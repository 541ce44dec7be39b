import type { components, paths } from "@/api/schema";
import type { Scope } from "@/data/scope";
import { auditLogQuery } from "@/features/desk/audit/api";

export type AuditLine = components["schemas"]["AuditLine"];

export const AUDIT_PAGE_SIZE = 10;

type AuditQuery = NonNullable<paths["/api/admin/journal"]["get"]["parameters"]["query"]>;
type AuditPlace = Pick<AuditQuery, "page" | "apres" | "avant">;

/** A page of the audit log of one object, newest first. */
export const auditQuery = (exploitant: Scope, objet: string, place: AuditPlace) =>
  auditLogQuery({ exploitant, objet, ...place, itemsPerPage: AUDIT_PAGE_SIZE });
