import type { Pace, Range } from "./types";

/**
 * Days as the wire writes them, « 2026-03-05 ». They have no hour and no zone, so arithmetic is done in UTC.
 */
const utcDate = (day: string) => new Date(`${day}T00:00:00Z`);
const isoDay = (date: Date) => date.toISOString().slice(0, 10);

const paris = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Paris" });

export const today = () => paris.format(new Date());

export function addDays(day: string, count: number): string {
  const date = utcDate(day);
  date.setUTCDate(date.getUTCDate() + count);
  return isoDay(date);
}

/** Returns the same day of another month, or the last day of that month when it is shorter. */
export function addMonths(day: string, count: number): string {
  const date = utcDate(day);
  const targetMonth = date.getUTCMonth() + count;
  const last = new Date(Date.UTC(date.getUTCFullYear(), targetMonth + 1, 0)).getUTCDate();
  return isoDay(
    new Date(Date.UTC(date.getUTCFullYear(), targetMonth, Math.min(date.getUTCDate(), last))),
  );
}

const format = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat("fr-FR", { timeZone: "UTC", ...options });
  return (day: string) => formatter.format(utcDate(day)).replace(/\b1 (?=\p{L})/u, "1er ");
};

const dayMonth = format({ day: "numeric", month: "long" });
const dayMonthYear = format({ day: "numeric", month: "long", year: "numeric" });
const weekday = format({ weekday: "long", day: "numeric", month: "long", year: "numeric" });
const monthYear = format({ month: "long", year: "numeric" });
const shortDay = format({ day: "numeric", month: "short" });
const shortMonth = format({ month: "short", year: "2-digit" });

/** « du 23 octobre au 21 novembre 2026 »: a month or year that both days share is written once. */
export function rangeWords({ du, au }: Range): string {
  if (du === au) return `le ${dayMonthYear(du)}`;
  const last = dayMonthYear(au);
  if (du.slice(0, 4) !== au.slice(0, 4)) return `du ${dayMonthYear(du)} au ${last}`;
  const first = du.slice(0, 7) === au.slice(0, 7) ? dayMonth(du).split(" ")[0] : dayMonth(du);
  return `du ${first} au ${last}`;
}

/** A point of the series in full: « samedi 21 novembre 2026 », « novembre 2026 ». */
export function pointWords(point: Range, pace: Pace): string {
  if (point.du === point.au) return weekday(point.du);
  const wholeMonth = point.du.endsWith("-01") && addDays(point.au, 1) === addMonths(point.du, 1);
  return pace === "mois" && wholeMonth ? monthYear(point.du) : rangeWords(point);
}

/** A point of the series on an axis: « 21 nov. », « nov. 26 ». */
export const pointTick = (day: string, pace: Pace) =>
  pace === "mois" ? shortMonth(day) : shortDay(day);

export const PACE_WORDS: Record<Pace, string> = {
  jour: "par jour",
  semaine: "par semaine",
  mois: "par mois",
};
