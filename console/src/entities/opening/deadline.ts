/** The longest time for which a code opens its locker. */
export const CODE_LIFETIME = 180_000;

/** A deadline from the server, and the server's own clock when it answered (the Date header). */
type ServerDeadline = { end: string; serverDate: string | null };

/**
 * Returns the deadline by the clock of this device, which may be minutes off: the remaining time is counted
 * on the server's clock. Without that clock, and for the fraction of a second that its header lacks, the
 * deadline is at most the life of a code from now.
 */
export function localDeadline({ end, serverDate }: ServerDeadline, now = Date.now()): number {
  const serverNow = serverDate ? Date.parse(serverDate) : Number.NaN;
  const left = Date.parse(end) - (Number.isNaN(serverNow) ? now : serverNow);
  const plausible = left > 0 && left <= CODE_LIFETIME + 1000;
  return now + (plausible ? Math.min(left, CODE_LIFETIME) : CODE_LIFETIME);
}

/** Returns the whole seconds until then, rounded up; 0 once it has passed. */
export function secondsUntil(deadline: number, now = Date.now()): number {
  return Math.max(0, Math.ceil((deadline - now) / 1000));
}
