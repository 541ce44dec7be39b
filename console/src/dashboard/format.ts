import { formatDuration } from "@/shared/format";

export const NONE = "—";

const percent = new Intl.NumberFormat("fr-FR", { style: "percent", maximumFractionDigits: 1 });
const points = new Intl.NumberFormat("fr-FR", {
  maximumFractionDigits: 1,
  signDisplay: "exceptZero",
});
const compact = new Intl.NumberFormat("fr-FR", { notation: "compact", maximumFractionDigits: 1 });
const tight = new Intl.NumberFormat("fr-FR", { notation: "compact", maximumFractionDigits: 0 });

/** 0.634 → « 63,4 % ». */
export const formatRate = (rate: number) => percent.format(rate);

/** 0.023 → « +2,3 points »: how much more, or less, of a rate. */
export function formatRateChange(change: number): string {
  const count = Math.round(change * 1000) / 10;
  return `${points.format(count)}\u00a0point${Math.abs(count) >= 2 ? "s" : ""}`;
}

/** Minutes of an average, which are seldom whole. */
export const formatAverage = (minutes: number) => formatDuration(Math.round(minutes));

/** Where there is little room: « 12,4 k ». */
export const formatCompact = (n: number) => (n < 10_000 ? String(n) : compact.format(n));

/** Where there is hardly any: « 12 k ». */
export const formatTight = (n: number) => (n < 10_000 ? String(n) : tight.format(n));

/** A value that may not exist, in its own words. */
export const orNone = (value: number | null, format: (value: number) => string) =>
  value === null ? NONE : format(value);
