const inParis = new Intl.DateTimeFormat("sv", {
  timeZone: "Europe/Paris",
  year: "numeric",
  month: "2-digit",
});

/** Returns the last months of Paris at an instant, as on the wire (« 2026-11 »), the current one first. */
export function monthsUntil(now: number, count: number): string[] {
  const [year = 0, month = 1] = inParis.format(now).split("-").map(Number);
  return Array.from({ length: count }, (_, ago) =>
    new Date(Date.UTC(year, month - 1 - ago)).toISOString().slice(0, 7),
  );
}
