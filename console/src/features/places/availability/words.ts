import type { components } from "@/api/schema";

type Span = components["schemas"]["MonthSpan"];
type Ruling = components["schemas"]["RulingInput"];

export const KINDS: Record<Span["genre"], string> = {
  hors_service: "Hors service",
  porte_bloquee: "Porte bloquée",
  muette: "Station muette",
  station_inactive: "Station inactive",
};

export const ATTRIBUTIONS: Record<Ruling["attribution"], string> = {
  exploitant: "Exploitant",
  collectivite: "Collectivité",
  tiers: "Tiers",
  force_majeure: "Force majeure",
};

/** « 12 h 05 » of seconds. */
export function hoursOf(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60).toLocaleString("fr-FR");
  return `${hours}\u00a0h\u00a0${String(minutes % 60).padStart(2, "0")}`;
}

/** « 98,75 % » of hundredths of a percent. */
export const percentOf = (rate: number | null): string =>
  rate === null ? "–" : `${(rate / 100).toFixed(2).replace(".", ",")}\u00a0%`;
