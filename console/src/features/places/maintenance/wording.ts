import type { Locker } from "@/entities/locker/api";
import type { StatusColor } from "@/ui/feedback/StatusChip";

export const STATES: Record<Locker["etat"], StatusColor> = {
  Libre: "green",
  Occupé: "orange",
  Inactif: "red",
};

const isSpace = ({ type }: Locker) => type.cle === "collectif";

/** « casier A1 », « espace Abri nord », with and without an article. */
export const named = (locker: Locker) => `${isSpace(locker) ? "Espace" : "Casier"} ${locker.nom}`;
export const theNoun = (locker: Locker) => (isSpace(locker) ? "l'espace" : "le casier");
