/** Returns the day (AAAA-MM-JJ, of Paris) that many days from now. */
export function dayAfter(days: number, now = new Date()): string {
  const today = now.toLocaleDateString("sv-SE", { timeZone: "Europe/Paris" });
  const day = new Date(`${today}T12:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}
