/** Instants come with any offset and are always shown in the time zone of the stations. */
const paris = new Intl.DateTimeFormat("fr-FR", {
  timeZone: "Europe/Paris",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

function read(iso: string) {
  const parts = paris.formatToParts(new Date(iso));
  const get = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((part) => part.type === type)?.value ?? "";
  return {
    day: get("day"),
    month: get("month"),
    year: get("year"),
    hour: get("hour"),
    minute: get("minute"),
  };
}

/** « 05/03/2026 » */
export function formatDate(iso: string): string {
  const { day, month, year } = read(iso);
  return `${day}/${month}/${year}`;
}

/** « 05-03-2026 », as days are typed: in filters, the simulation and the periods of tariffs. */
export function formatDateDashed(iso: string): string {
  const { day, month, year } = read(iso);
  return `${day}-${month}-${year}`;
}

const isToday = (iso: string, now: number) =>
  formatDate(iso) === formatDate(new Date(now).toISOString());

/** « 14h05 », or « le 05/03/2026 à 14h05 » on another day: the words after « depuis ». */
export const formatSince = (iso: string, now: number): string =>
  isToday(iso, now) ? formatTime(iso) : `le\u00a0${formatLong(iso)}`;

/** « à 14h05 », or « le 05/03/2026 à 14h05 » on another day: when something was done. */
export const formatTakenAt = (iso: string, now: number): string =>
  isToday(iso, now) ? `à\u00a0${formatTime(iso)}` : `le\u00a0${formatLong(iso)}`;

/** « 14h05 » */
export function formatTime(iso: string): string {
  const { hour, minute } = read(iso);
  return `${hour}h${minute}`;
}

/** « 05/03/2026 à 14h05 », in a sentence after « le ». */
export const formatLong = (iso: string): string =>
  `${formatDate(iso)}\u00a0à\u00a0${formatTime(iso)}`;

/** « 05/03/2026 - 14h05 », by itself: in a cell, a fact, the name of a row. */
export const formatShort = (iso: string): string => `${formatDate(iso)} - ${formatTime(iso)}`;

/** « 05/03/2026 - 14h05 (7 s) », where several things happen in a minute. */
export const formatWithSeconds = (iso: string): string =>
  `${formatShort(iso)} (${new Date(iso).getUTCSeconds()}\u00a0s)`;
