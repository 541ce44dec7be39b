import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import type { Scope } from "@/data/scope";
import type { Format, StreamOptions } from "@/kit/export/stream";

type AuditFilters = components["schemas"]["AuditFilters"];

/** Exports the lines that the filters select, of an operator or of all. */
export const exportAudit = (
  scope: Scope,
  filters: AuditFilters,
  format: Format,
  as: StreamOptions,
) =>
  unwrap(
    scope === undefined
      ? client.POST(`/api/admin/journal/exportation/format/${format}`, { body: { filters }, ...as })
      : client.POST(`/api/admin/journal/exportation/exploitant/{id}/format/${format}`, {
          ...byId(scope),
          body: { filters },
          ...as,
        }),
  );
