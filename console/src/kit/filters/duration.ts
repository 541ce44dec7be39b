import { parseDuration, typedDuration } from "@/format";

/**
 * Returns a typed duration in minutes: « 2 h », « 1h30 », « 1,5 », « 45 min »; a number without a unit means
 * hours.
 */
export function readDuration(typed: string): number | null {
  const text = typed.trim().toLowerCase();
  const minutes = /^(.*?)\s*min(?:utes?)?$/.exec(text)?.[1];
  if (minutes !== undefined) return parseDuration(minutes, "minute");
  return parseDuration(text.replace(/\s*h(?:eures?)?$/, ""), "heure");
}

/** The inverse: the text is read back as the same number of minutes. */
export function writeDuration(minutes: number): string {
  const { text, unit } = typedDuration(minutes);
  if (unit === "minute" && minutes > 60) return `${Math.floor(minutes / 60)}h${pad(minutes % 60)}`;
  if (unit === "minute") return `${text} min`;
  return `${minutes / 60} h`;
}

const pad = (minutes: number) => String(minutes).padStart(2, "0");
