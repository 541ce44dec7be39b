/** How long a code opens its locker, at most. */
export const CODE_LIFE = 180_000;

/** What the server said, and when it said so by its own clock (the header Date of its answer). */
type Said = { end: string; serverDate: string | null };

/**
 * The instant of the end by the clock of this machine, which may be wrong by minutes: what is left
 * is counted on the server's clock. Without that clock, and for the part of a second that its
 * header leaves out, the end is never further than the life of a code.
 */
export function localDeadline({ end, serverDate }: Said, now = Date.now()): number {
  const serverNow = serverDate ? Date.parse(serverDate) : Number.NaN;
  const left = Date.parse(end) - (Number.isNaN(serverNow) ? now : serverNow);
  const believable = left > 0 && left <= CODE_LIFE + 1000;
  return now + (believable ? Math.min(left, CODE_LIFE) : CODE_LIFE);
}

/** Whole seconds until then, the one under way included; 0 once it is over. */
export function secondsUntil(deadline: number, now = Date.now()): number {
  return Math.max(0, Math.ceil((deadline - now) / 1000));
}
