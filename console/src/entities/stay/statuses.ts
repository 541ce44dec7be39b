import type { components } from "@/api/schema";

type WireFilters = components["schemas"]["StayFilters"];

type Several<N extends keyof WireFilters> = Extract<WireFilters[N], readonly unknown[]>[number];

export const STOP_REASONS = [
  "temps_depasse",
  "velo_enleve",
] as const satisfies readonly Several<"stopReason">[];

export const STAY_STATUSES = [
  "en_cours",
  "terminee",
  ...STOP_REASONS,
] as const satisfies readonly Several<"useStatus">[];

export const STAY_STATUS_WORDS: Record<(typeof STAY_STATUSES)[number], string> = {
  en_cours: "En cours",
  terminee: "Terminée",
  temps_depasse: "Temps dépassé",
  velo_enleve: "Utilisation bloquée",
};
