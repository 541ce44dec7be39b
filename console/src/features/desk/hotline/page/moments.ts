import { formatDate, formatSince } from "@/format";

const today = () => formatDate(new Date().toISOString());

/** « 23h02 », or « le 21/11/2026 à 23h02 » on another day: the words after « depuis ». */
export const momentOf = (iso: string): string => formatSince(iso, Date.now());

/** « Aujourd'hui », or the date. */
export function dayOf(iso: string): string {
  const day = formatDate(iso);
  return day === today() ? "Aujourd'hui" : day;
}
