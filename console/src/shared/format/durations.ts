const HOUR = 60;
const DAY = 1440;
const NBSP = "\u00A0";

const decimal = new Intl.NumberFormat("fr-FR", { maximumFractionDigits: 2 });
const twoDigits = (n: number) => String(n).padStart(2, "0");

/** 3125 → « 2 j 4 h 05 min »: the parts that are nought are left out. */
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

/** 125 → « 00:02:05 ». */
export function formatCountdown(seconds: number): string {
  const left = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(left / 3600);
  return [hours, Math.floor((left % 3600) / 60), left % 60].map(twoDigits).join(":");
}

/** A time limit: in days when it is a whole number of them, otherwise in hours. */
export function formatLimit(minutes: number): string {
  const [count, unit] = minutes % DAY === 0 ? [minutes / DAY, "jour"] : [minutes / HOUR, "heure"];
  return `${decimal.format(count)}${NBSP}${unit}${count >= 2 ? "s" : ""}`;
}
