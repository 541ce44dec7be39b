import { formatDate } from "@/format";

/** « du 01/03/2026 au 05/03/2026 », or only one end of it. */
export function days(from?: string, to?: string): string | undefined {
  if (from && to) return `du ${formatDate(from)} au ${formatDate(to)}`;
  if (from) return `à partir du ${formatDate(from)}`;
  return to && `jusqu'au ${formatDate(to)}`;
}
