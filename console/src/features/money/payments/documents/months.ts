import { formatMonth } from "@/format";

/** Documents are numbered from this year on; what was settled before has none. */
const FIRST_YEAR = 2026;

export interface Month {
  /** « 2026-11 » */
  value: string;
  /** « novembre 2026 » */
  label: string;
}

const inParis = new Intl.DateTimeFormat("sv", {
  timeZone: "Europe/Paris",
  year: "numeric",
  month: "2-digit",
});

/** Returns the months of Paris that may have documents at an instant, the current one first. */
export function monthsUntil(now: number): Month[] {
  const [year = FIRST_YEAR, month = 1] = inParis.format(now).split("-").map(Number);
  const months: Month[] = [];
  const at = new Date(Date.UTC(year, month - 1));
  do {
    const value = at.toISOString().slice(0, 7);
    months.push({ value, label: formatMonth(value) });
    at.setUTCMonth(at.getUTCMonth() - 1);
  } while (at.getUTCFullYear() >= FIRST_YEAR);
  return months;
}
