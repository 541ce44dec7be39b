import { parseDate, parseHour, typedDate } from "@/shared/time/typed";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const QUARTER = 15 * MINUTE;

/** A day and an hour of the stations, as they are typed. */
export interface Moment {
  date: string;
  hour: string;
}

// Swedish writes instants as the wire does: « 2026-03-05 14:05 ».
const paris = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Europe/Paris",
  dateStyle: "short",
  timeStyle: "short",
});

/** What clocks show then. */
export function momentAt(instant: number): Moment {
  const [date = "", hour = ""] = paris.format(instant).split(" ");
  return { date: typedDate(date), hour };
}

/**
 * When clocks show it: the first time, when the change to winter time shows it twice; null when it
 * cannot be read, or when the change to summer time skips it. The server reads it so too.
 */
export function instantOf({ date, hour }: Moment): number | null {
  const [day, time] = [parseDate(date), parseHour(hour)];
  if (!day || !time) return null;
  const shown = `${day} ${time}`;
  const utc = Date.parse(`${day}T${time}Z`);
  return [utc - 2 * HOUR, utc - HOUR].find((at) => paris.format(at) === shown) ?? null;
}

/** As much elapsed time later, whatever the clocks do meanwhile. */
export function later(start: Moment, minutes: number): Moment | null {
  const instant = instantOf(start);
  return instant === null ? null : momentAt(instant + minutes * MINUTE);
}

export function minutesBetween(start: Moment, end: Moment): number | null {
  const [from, to] = [instantOf(start), instantOf(end)];
  return from === null || to === null ? null : (to - from) / MINUTE;
}

/** Now, to the nearest quarter of an hour. */
export const roundNow = (now = Date.now()) => momentAt(Math.round(now / QUARTER) * QUARTER);

/** « 05-03-2026 14:05:00 », as the simulation asks for it. */
export function wireMoment({ date, hour }: Moment): string {
  return `${typedDate(parseDate(date) ?? "")} ${parseHour(hour) ?? ""}:00`;
}
