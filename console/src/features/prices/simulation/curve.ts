import type { Simulation } from "./api";

type Curve = Pick<Simulation, "courbe" | "minutesCourbe" | "dateEnlevement">;

/** Returns the server's price of a stay of so many minutes: a new price holds beyond its minute. */
export function priceOn({ courbe }: Curve, minutes: number): number {
  return courbe.findLast(({ apresMinutes }) => apresMinutes < minutes)?.prix ?? 0;
}

export interface Landmark {
  minutes: number;
  price: number;
  removal: boolean;
}

const HOUR = 60;
const DAY = 24 * HOUR;
const ROUND = [1, 3, 6, 12].map((hours) => hours * HOUR);
const ROUND_DAYS = [1, 2, 3, 7, 14, 30, 60, 90, 180, 365].map((days) => days * DAY);

/** Returns the prices of the free time and of a few round durations, up to the removal, which is the last entry. */
export function landmarksOf(curve: Curve): Landmark[] {
  const { courbe, minutesCourbe, dateEnlevement } = curve;
  const removed = dateEnlevement !== null;
  const within = (minutes: number) =>
    removed ? minutes < minutesCourbe : minutes <= minutesCourbe;
  const free = courbe[0]?.prix === 0 ? (courbe[1]?.apresMinutes ?? 0) : 0;
  const landmarks = [...new Set([free, ...ROUND, ...ROUND_DAYS])]
    .filter((minutes) => minutes > 0 && within(minutes))
    .sort((one, other) => one - other)
    .map((minutes) => ({ minutes, price: priceOn(curve, minutes), removal: false }));
  if (removed) {
    // The removal limit is reached at exactly this duration.
    landmarks.push({ minutes: minutesCourbe, price: courbe.at(-1)?.prix ?? 0, removal: true });
  }
  return landmarks;
}

export interface Step {
  minutes: number;
  /** Until when the price holds. */
  until: number;
  price: number;
}

/** Returns the end of the chart: beyond the removal, so that its step is visible. */
export const chartEnd = ({ minutesCourbe, dateEnlevement }: Curve) =>
  dateEnlevement === null ? minutesCourbe : minutesCourbe * 1.06;

/** Returns the points of the line, with one at its end. */
export function stepsOf(curve: Curve): Step[] {
  const end = chartEnd(curve);
  const steps = curve.courbe.map(({ apresMinutes, prix }, index) => ({
    minutes: apresMinutes,
    until: curve.courbe[index + 1]?.apresMinutes ?? end,
    price: prix,
  }));
  const last = steps.at(-1);
  return last ? [...steps, { ...last, minutes: end }] : [];
}

const TICK_STEPS = [
  ...[0.5, 1, 2, 3, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 4, 7, 14, 30, 60, 90, 180, 365, 730].map((days) => days * DAY),
];
const MAX_TICKS = 8;

/** Returns round durations, few enough to be readable on the axis. */
export function ticksUpTo(end: number): number[] {
  const step = TICK_STEPS.find((minutes) => end / minutes <= MAX_TICKS) ?? end;
  return Array.from({ length: Math.floor(end / step) + 1 }, (_, index) => index * step);
}
