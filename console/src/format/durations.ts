const HOUR = 60;
const DAY = 1440;
const NBSP = "\u00A0";

const decimal = new Intl.NumberFormat("fr-FR", { maximumFractionDigits: 2 });
const twoDigits = (n: number) => String(n).padStart(2, "0");

/** 3125 → « 2 j 4 h 05 min »: parts equal to zero are left out. */
export function formatDuration(minutes: number): string {
  const days = Math.floor(minutes / DAY);
  const hours = Math.floor((minutes % DAY) / HOUR);
  const rest = minutes % HOUR;
  const parts = [];
  if (days > 0) parts.push(`${days}${NBSP}j`);
  if (hours > 0) parts.push(`${hours}${NBSP}h`);
  if (rest > 0) parts.push(`${minutes > HOUR ? twoDigits(rest) : rest}${NBSP}min`);
  return parts.join(" ") || `0${NBSP}min`;
}

const MONTH = 30 * DAY;

/** How long something has lasted, in its largest unit: « 3 jours ». */
export function formatAge(minutes: number): string {
  const whole = (unit: number) => Math.floor(minutes / unit);
  if (minutes >= 2 * MONTH) return `${whole(MONTH)}${NBSP}mois`;
  if (minutes >= DAY) return `${whole(DAY)}${NBSP}jour${minutes >= 2 * DAY ? "s" : ""}`;
  if (minutes >= HOUR) return `${whole(HOUR)}${NBSP}h`;
  return `${Math.max(0, Math.floor(minutes))}${NBSP}min`;
}

/** 84 → « 84 ms », 1240 → « 1,24 s »: how long a call took. */
export const formatElapsed = (milliseconds: number): string =>
  milliseconds < 1000
    ? `${Math.round(milliseconds)}${NBSP}ms`
    : `${decimal.format(milliseconds / 1000)}${NBSP}s`;

/** 125 → « 00:02:05 ». */
export function formatCountdown(seconds: number): string {
  const left = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(left / 3600);
  return [hours, Math.floor((left % 3600) / 60), left % 60].map(twoDigits).join(":");
}

/** Formats a time limit: in whole days if possible, otherwise in hours. */
export function formatLimit(minutes: number): string {
  const [count, unit] = minutes % DAY === 0 ? [minutes / DAY, "jour"] : [minutes / HOUR, "heure"];
  return `${decimal.format(count)}${NBSP}${unit}${count >= 2 ? "s" : ""}`;
}
