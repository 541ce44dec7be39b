const twoDigits = (text: string | number) => String(text).padStart(2, "0");

/** Returns a typed day (« 5/3/2026 », « 05-03-2026 ») in wire format; null when there is no such day. */
export function parseDate(typed: string): string | null {
  const [, day, month, year] = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/.exec(typed.trim()) ?? [];
  if (!day || !month || !year) return null;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  // Date would carry the 31st of a short month over into the next month.
  const exists = date.getUTCDate() === Number(day) && date.getUTCMonth() === Number(month) - 1;
  return exists ? `${year}-${twoDigits(month)}-${twoDigits(day)}` : null;
}

/** « 2026-03-05 » → « 05-03-2026 », the format of a day in an input. */
export const typedDate = (wire: string) => wire.split("-").reverse().join("-");

/** Returns a typed hour (« 8 », « 8h30 », « 0830 », « 08:30 ») as HH:MM; minutes default to 00. */
export function parseHour(typed: string): string | null {
  const text = typed.trim().toLowerCase();
  const parts = /^(\d{1,2})(?:[:h.-](\d{2})?)?$/.exec(text) ?? /^(\d{2})(\d{2})$/.exec(text);
  if (!parts) return null;
  const [, hour = "", minute = "00"] = parts;
  return Number(hour) < 24 && Number(minute) < 60 ? `${twoDigits(hour)}:${minute}` : null;
}
