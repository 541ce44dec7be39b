import { parseDate, parseHour, typedDate } from "./typed";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const QUARTER = 15 * MINUTE;

/** A day and an hour in the time zone of the stations, as typed. */
export interface LocalTime {
  date: string;
  hour: string;
}

// The Swedish locale formats instants as the wire does: « 2026-03-05 14:05 ».
const paris = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Europe/Paris",
  dateStyle: "short",
  timeStyle: "short",
});

/** Returns the local day and hour of an instant. */
export function localTimeAt(instant: number): LocalTime {
  const [date = "", hour = ""] = paris.format(instant).split(" ");
  return { date: typedDate(date), hour };
}

/**
 * Returns the instant of a local day and hour: the first of two when the change to winter time repeats it, or the one
 * that alone comes after `after`; null when it is invalid, or skipped by the change to summer time. The server uses the
 * same rule (docs/rules.md#time).
 */
export function instantOf({ date, hour }: LocalTime, after = -Infinity): number | null {
  const [day, time] = [parseDate(date), parseHour(hour)];
  if (!day || !time) return null;
  const shown = `${day} ${time}`;
  const utc = Date.parse(`${day}T${time}Z`);
  const instants = [utc - 2 * HOUR, utc - HOUR].filter((at) => paris.format(at) === shown);
  return instants.find((at) => at > after) ?? instants[0] ?? null;
}

/** Adds elapsed time, whatever the clock changes in between. */
export function addMinutes(start: LocalTime, minutes: number): LocalTime | null {
  const instant = instantOf(start);
  return instant === null ? null : localTimeAt(instant + minutes * MINUTE);
}

export function minutesBetween(start: LocalTime, end: LocalTime): number | null {
  const [from, to] = [instantOf(start), instantOf(end)];
  return from === null || to === null ? null : (to - from) / MINUTE;
}

/** Returns the current time, rounded to a quarter of an hour. */
export const roundNow = (now = Date.now()) => localTimeAt(Math.round(now / QUARTER) * QUARTER);

/** « 05-03-2026 14:05:00 », the format of the simulation call. */
export function wireLocalTime({ date, hour }: LocalTime): string {
  return `${typedDate(parseDate(date) ?? "")} ${parseHour(hour) ?? ""}:00`;
}
