/** Returns the day (AAAA-MM-JJ, of Paris) of an instant. */
export const dayOf = (at: Date) => at.toLocaleDateString("sv-SE", { timeZone: "Europe/Paris" });

/** Returns the day (AAAA-MM-JJ, of Paris) that many days from now. */
export function dayAfter(days: number, now = new Date()): string {
  const day = new Date(`${dayOf(now)}T12:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}
