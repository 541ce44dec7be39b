import { formatDuration, withMinus } from "@/format";

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

/** 0.023 → « +2,3 points »: the difference between two rates. */
export function formatRateChange(change: number): string {
  const count = Math.round(change * 1000) / 10;
  return `${withMinus(points.format(count))}\u00a0point${Math.abs(count) >= 2 ? "s" : ""}`;
}

/** Formats an average in minutes, which is seldom a whole number. */
export const formatAverage = (minutes: number) => formatDuration(Math.round(minutes));

/** For narrow places: « 12,4 k ». */
export const formatCompact = (n: number) => (n < 10_000 ? String(n) : compact.format(n));

/** For the narrowest places: « 12 k ». */
export const formatTight = (n: number) => (n < 10_000 ? String(n) : tight.format(n));

/** Formats a value, or returns the given words when there is none. */
export const orNone = (value: number | null, format: (value: number) => string) =>
  value === null ? NONE : format(value);
