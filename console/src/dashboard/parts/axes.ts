import { formatDuration } from "@/format";
import { formatCompact, formatRate } from "../format";
import type { Axis } from "./TimeChart";

export const COUNTS: Axis = { tick: formatCompact, whole: true };

/** An axis of amounts in cents, shown in whole euros. */
export const AMOUNTS: Axis = {
  tick: (cents) => `${formatCompact(Math.round(cents / 100))}\u00a0€`,
};

export const RATES: Axis = { tick: formatRate };

/** Tick steps in minutes; beyond the last, steps are whole days. */
const ROUND_DURATIONS = [5, 10, 15, 30, 60, 120, 180, 240, 360, 720, 1440];
const MAX_LINES = 5;

/** An axis of durations, whose ticks are round numbers of hours or days. */
export const DURATIONS: Axis = {
  tick: (minutes) => (minutes === 0 ? "0" : formatDuration(minutes)),
  ticksUpTo: (most) => {
    const step =
      ROUND_DURATIONS.find((minutes) => most <= minutes * MAX_LINES) ??
      Math.ceil(most / MAX_LINES / 1440) * 1440;
    return Array.from({ length: Math.max(Math.ceil(most / step), 1) + 1 }, (_, n) => n * step);
  },
};
