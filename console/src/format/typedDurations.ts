const HOUR = 60;
const DAY = 1440;

export type DurationUnit = "minute" | "heure" | "jour";

const MINUTES: Record<DurationUnit, number> = { minute: 1, heure: HOUR, jour: DAY };

/**
 * Returns the minutes of a typed number of a unit (« 3 », « 1,5 », « 1h30 » for hours), or null when it is no
 * whole number of minutes. All arithmetic is on integers, so that no minute is lost to rounding.
 */
export function parseDuration(text: string, unit: DurationUnit): number | null {
  const typed = text.replace(/\s/g, "");
  const clock = unit === "heure" && /^(\d{1,7})[hH:]([0-5]\d)$/.exec(typed);
  if (clock) return Number(clock[1]) * HOUR + Number(clock[2]);
  const parts = /^(\d{1,7})(?:[.,](\d{1,4}))?$/.exec(typed);
  if (!parts) return null;
  const [, whole, fraction = ""] = parts;
  const scale = 10 ** fraction.length;
  const scaled = Number(`${whole}${fraction}`) * MINUTES[unit];
  return scaled % scale === 0 ? scaled / scale : null;
}

/** Returns a time limit as it is typed: in whole days if possible, otherwise in hours (« 1h40 »). */
export function typedLimit(minutes: number): { text: string; unit: "heure" | "jour" } {
  if (minutes % DAY === 0) return { text: String(minutes / DAY), unit: "jour" };
  const hours = String(Math.floor(minutes / HOUR));
  const rest = minutes % HOUR;
  return { text: rest === 0 ? hours : `${hours}h${String(rest).padStart(2, "0")}`, unit: "heure" };
}

/** The same for a field that also accepts minutes. */
export function typedDuration(minutes: number): { text: string; unit: DurationUnit } {
  return minutes % HOUR === 0 ? typedLimit(minutes) : { text: String(minutes), unit: "minute" };
}
