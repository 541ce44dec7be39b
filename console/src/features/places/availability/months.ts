import { localTimeAt } from "@/format/localTime";

/** Months that are offered: this one and those of the two years before it. */
const MONTHS = 25;

/** The last months of Paris as on the wire (« 2026-11 »), the current one first. */
export function lastMonths(): string[] {
  const [, month = 1, year = 1970] = localTimeAt(Date.now()).date.split("-").map(Number);
  return Array.from({ length: MONTHS }, (_, ago) =>
    new Date(Date.UTC(year, month - 1 - ago)).toISOString().slice(0, 7),
  );
}

export const thisMonth = () => lastMonths()[0] ?? "";
