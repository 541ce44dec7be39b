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

/** « 05-03-2026 », the format of filters and of the simulation. */
export function formatDateDashed(iso: string): string {
  const { day, month, year } = read(iso);
  return `${day}-${month}-${year}`;
}

/** « 14 h 05 », or « le 05/03/2026 à 14 h 05 » on another day: the words after « depuis ». */
export function formatSince(iso: string, now: number): string {
  const { hour, minute } = read(iso);
  const time = `${hour}\u00a0h\u00a0${minute}`;
  const day = formatDate(iso);
  return day === formatDate(new Date(now).toISOString()) ? time : `le\u00a0${day} à\u00a0${time}`;
}

/** « à 14h05 », or « le 05/03/2026 à 14h05 » on another day: when something was done. */
export function formatTakenAt(iso: string, now: number): string {
  const day = formatDate(iso);
  const at = `à\u00a0${formatTime(iso)}`;
  return day === formatDate(new Date(now).toISOString()) ? at : `le\u00a0${day} ${at}`;
}

/** « 14h05 » */
export function formatTime(iso: string): string {
  const { hour, minute } = read(iso);
  return `${hour}h${minute}`;
}

/** « 05-03-2026 à 14h05 », in a sentence after « le ». */
export const formatLong = (iso: string): string =>
  `${formatDateDashed(iso)} à\u00a0${formatTime(iso)}`;

/** « 05/03/2026 - 14h05 », the date of a stay. */
export const formatShort = (iso: string): string => `${formatDate(iso)} - ${formatTime(iso)}`;

/** « 05/03/2026 - 14h05 (7 s) », where several things happen in a minute. */
export const formatWithSeconds = (iso: string): string =>
  `${formatShort(iso)} (${new Date(iso).getUTCSeconds()}\u00a0s)`;
