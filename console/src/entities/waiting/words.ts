import { formatDate, formatLong } from "@/format";
import type { StatusColor } from "@/ui/feedback/StatusChip";
import type { Wait } from "./api";
import type { State } from "./states";

export const STATE_WORDS: Record<State, string> = {
  en_attente: "En attente",
  offre: "Place offerte",
  sans_reponse: "Sans réponse",
  termine: "Terminé",
};

const STATE_COLORS: Record<State, StatusColor> = {
  en_attente: "white",
  offre: "green",
  sans_reponse: "orange",
  termine: "grey",
};

export const waitState = ({ etat }: Wait) => ({
  label: STATE_WORDS[etat],
  color: STATE_COLORS[etat],
});

/** The place that is offered: « Gare, casier A1 ». */
const offeredPlace = ({ station, casier }: NonNullable<Wait["offre"]>) =>
  casier ? `${station.nom}, casier ${casier.nom}` : station.nom;

/** What is offered until when, or until when an answer is awaited. */
export function offerWords({ offre, reponseAvant }: Wait): string {
  if (offre) return `${offeredPlace(offre)}, jusqu'au ${formatLong(offre.jusquAu)}`;
  return reponseAvant ? `Réponse attendue avant le ${formatDate(reponseAvant)}` : "–";
}

export const stationNames = ({ stations }: Wait) => stations.map(({ nom }) => nom).join(", ");
