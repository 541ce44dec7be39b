import { typedDate } from "@/format/typed";

/** « du 01-03-2026 au 05-03-2026 », or only one end of it. */
export function days(from?: string, to?: string): string | undefined {
  if (from && to) return `du ${typedDate(from)} au ${typedDate(to)}`;
  if (from) return `à partir du ${typedDate(from)}`;
  return to && `jusqu'au ${typedDate(to)}`;
}
