import { OUTAGE_CAUSES } from "@/entities/locker/outage";
import { formatDate } from "@/format";
import type { StatusColor } from "@/ui/feedback/StatusChip";
import type { Intervention } from "./api";
import type { State } from "./states";

export const STATE_WORDS: Record<State, string> = {
  ouverte: "Ouverte",
  prise_en_charge: "Prise en charge",
  rouverte: "Rouverte",
  resolue: "Résolue",
};

const STATE_COLORS: Record<State, StatusColor> = {
  ouverte: "orange",
  prise_en_charge: "yellow",
  rouverte: "orange",
  resolue: "green",
};

/** The state as a chip shows it; « urgente » as long as it is open. */
export const interventionState = ({ etat, urgence }: Intervention) =>
  urgence === "urgente"
    ? { label: `${STATE_WORDS[etat]}, urgente`, color: "red" as const }
    : { label: STATE_WORDS[etat], color: STATE_COLORS[etat] };

export const causeWord = ({ cause }: Intervention) => OUTAGE_CAUSES[cause];

/** « n° 12 ». */
export const numberOf = ({ numero }: Intervention) => `n°\u00a0${numero}`;

/** « Gare centrale, casier A1 », « Gare centrale, toute la station ». */
export const placeOf = ({ station, casier }: Intervention) =>
  casier ? `${station.nom}, ${casier.nom}` : `${station.nom}, toute la station`;

/** Who is in charge, and until which day. */
export const chargeOf = ({ responsable, echeance }: Intervention) =>
  [responsable?.nom, echeance && `avant le ${formatDate(echeance)}`].filter(Boolean).join(", ") ||
  "–";
