import { formatDate } from "@/format";
import type { StatusColor } from "@/ui/feedback/StatusChip";
import type { LeftBike } from "./api";
import type { Step } from "./steps";

export const STEP_WORDS: Record<Step, string> = {
  ouvert: "Ouvert",
  preavis: "Préavis",
  enleve: "Enlevé",
  rendu: "Rendu",
  donne: "Donné",
  detruit: "Détruit",
  repris: "Repris par son propriétaire",
  annule: "Annulé",
};

const COLORS: Partial<Record<Step, StatusColor>> = {
  ouvert: "white",
  preavis: "orange",
  enleve: "red",
  rendu: "green",
  repris: "green",
};

export const stepState = ({ etape }: LeftBike) => ({
  label: STEP_WORDS[etape],
  color: COLORS[etape] ?? ("grey" as const),
});

/** The step that staff have to take next. */
const DUE: Partial<Record<Step, Step>> = {
  ouvert: "preavis",
  preavis: "enleve",
  enleve: "detruit",
};

/** « Enlèvement à partir du 31/03/2026 »; a dash: the file is closed. */
export function dueWords({ etape, suites }: LeftBike): string {
  const due = suites.find((next) => next.etape === DUE[etape]);
  return due ? `${DUE_WORDS[due.etape] ?? ""} à partir du ${formatDate(due.aPartirDu)}` : "–";
}

const DUE_WORDS: Partial<Record<Step, string>> = {
  preavis: "Préavis",
  enleve: "Enlèvement",
  detruit: "Don ou destruction",
};

/** « Gare, casier A1 ». */
export const placeWords = ({ station, casier }: LeftBike) =>
  casier ? `${station.nom}, casier ${casier.nom}` : station.nom;
