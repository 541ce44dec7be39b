import { code, plain } from "./pasted";

const twoDigits = (text: string | number) => String(text).padStart(2, "0");

const TYPED_DAY = /^(?<day>\d{1,2})[-/. ](?<month>\d{1,2})[-/. ](?<year>\d{4}|\d\d)$/;
const WIRE_DAY = /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)$/;

/**
 * Returns a typed day (« 5/3/2026 », « 05-03-26 », of this century, or « 2026-03-05 », as spreadsheets give it) in
 * wire format; null when there is no such day.
 */
export function parseDate(typed: string): string | null {
  const text = plain(typed);
  const found = TYPED_DAY.exec(text) ?? WIRE_DAY.exec(text);
  const { day, month, year: written } = found?.groups ?? {};
  if (!day || !month || !written) return null;
  const year = written.length === 2 ? `20${written}` : written;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  // Date would carry the 31st of a short month over into the next month.
  const exists = date.getUTCDate() === Number(day) && date.getUTCMonth() === Number(month) - 1;
  return exists ? `${year}-${twoDigits(month)}-${twoDigits(day)}` : null;
}

/** « 2026-03-05 » → « 05-03-2026 », the format of a day in an input. */
export const typedDate = (wire: string) => wire.split("-").reverse().join("-");

/** Returns a typed hour (« 8 », « 8h30 », « 0830 », « 08:30 ») as HH:MM; minutes default to 00. */
export function parseHour(typed: string): string | null {
  const text = code(typed).toLowerCase();
  const parts = /^(\d{1,2})(?:[:h.-](\d{2})?)?$/.exec(text) ?? /^(\d{2})(\d{2})$/.exec(text);
  if (!parts) return null;
  const [, hour = "", minute = "00"] = parts;
  return Number(hour) < 24 && Number(minute) < 60 ? `${twoDigits(hour)}:${minute}` : null;
}
