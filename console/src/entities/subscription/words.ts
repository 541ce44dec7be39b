import { formatDate, formatEuros } from "@/format";
import type { StatusColor } from "@/ui/feedback/StatusChip";
import type { Subscription } from "./api";
import type { State } from "./states";

export const NBSP = "\u00a0";

export const STATE_WORDS: Record<State, string> = {
  a_venir: "À venir",
  en_cours: "En cours",
  impaye: "Impayé",
  resilie: "Résilié",
  termine: "Terminé",
};

const STATE_COLORS: Record<State, StatusColor> = {
  a_venir: "white",
  en_cours: "green",
  impaye: "red",
  resilie: "orange",
  termine: "grey",
};

/** The state of a subscription, with the day until which one that was ended goes on. */
export function subscriptionState({ etat, fin }: Subscription): {
  label: string;
  color: StatusColor;
} {
  const until = etat === "resilie" ? `, jusqu'au ${fin ? formatDate(fin) : ""}` : "";
  return { label: STATE_WORDS[etat] + until, color: STATE_COLORS[etat] };
}

/** Whether another term follows: none does once it was ended, whatever was bought. */
export const renewal = ({
  isReconductible,
  etat,
}: Pick<Subscription, "isReconductible" | "etat">) =>
  isReconductible && etat !== "resilie" && etat !== "termine" ? "Oui" : "Non";

/** The price of a term: a header says that it is of a month, so that of a year says so. */
export const subscriptionPrice = ({ montant, unite }: Subscription) =>
  unite === "an" ? `${formatEuros(montant)} par an` : formatEuros(montant);

/** Of a subscription that renewed without the letter of L215-1. */
export const FREE_TO_END =
  "À tout moment, avec remboursement des jours restants\u00a0: l'avis de reconduction n'a pas été envoyé à temps.";

/** Names the row after « Détails de ». */
export const rowLabel = ({ libellePublic, debut }: Subscription) =>
  `${libellePublic}, du ${formatDate(debut)}`;

/** The station at which a subscription counts, with its own locker; null: none. */
export const placeName = ({ station, casier }: Pick<Subscription, "station" | "casier">) =>
  station && casier ? `${station.nom}, casier ${casier.nom}` : (station?.nom ?? null);
