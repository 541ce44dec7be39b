import type { QueryClient } from "@tanstack/react-query";
import { type Scope, scopeOf } from "@/data/scope";
import { auditLogQuery } from "@/entities/audit/api";
import type { ExportFile } from "@/kit/export/fetchExport";
import { PAGE_SIZE } from "@/kit/lists/pageSize";
import { exportAudit } from "./api";
import type { AuditSearch } from "./search";

export const auditPageQuery = (scope: Scope, { tous: _, page = 1, ...filters }: AuditSearch) =>
  auditLogQuery({ ...filters, exploitant: scope, page, itemsPerPage: PAGE_SIZE });

/** Starts loading the log of the chosen operator without delaying the page. */
export function prefetchAudit(queryClient: QueryClient, search: AuditSearch): void {
  const scope = scopeOf("operator");
  if (scope && !search.tous) void queryClient.prefetchQuery(auditPageQuery(scope, search));
}

export const auditFile = (
  scope: Scope,
  { tous: _, page: __, apres: ___, avant: ____, ...filters }: AuditSearch,
): ExportFile => ({
  name: "export_journal",
  row: "ligne",
  stream: (format, as) => exportAudit(scope, filters, format, as),
});
