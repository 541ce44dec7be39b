import type { StatusColor } from "@/ui/feedback/StatusChip";

const paris = new Intl.DateTimeFormat("fr-FR", {
  timeZone: "Europe/Paris",
  year: "numeric",
  month: "numeric",
});

/** Months since year 0. */
function thisMonth(now: Date): number {
  const parts = paris.formatToParts(now);
  const get = (type: "year" | "month") => Number(parts.find((part) => part.type === type)?.value);
  return get("year") * 12 + get("month");
}

/**
 * Returns the warning about a card that expires at the end of « MM/AA »; null when it is valid beyond next
 * month.
 */
export function cardExpiry(
  expires: string,
  now = new Date(),
): { label: string; color: StatusColor } | null {
  const [month = 0, year = 0] = expires.split("/").map(Number);
  const left = (2000 + year) * 12 + month - thisMonth(now);
  if (left < 0) return { label: "Expirée", color: "red" };
  return left <= 1 ? { label: "Expire bientôt", color: "orange" } : null;
}
