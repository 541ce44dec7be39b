import { CAUSES, WORK } from "@/entities/work/words";
import type { ParkedItem } from "./api";

/** Returns a row key that is unique among items of all kinds. */
export const keyOf = ({ genre, id }: ParkedItem) =>
  Object.keys(WORK).indexOf(genre) + Object.keys(WORK).length * id;

/** The name of the work: « Échéance d'un abonnement n° 12 ». */
export const workName = ({ genre, id }: Pick<ParkedItem, "genre" | "id">) =>
  `${WORK[genre]}, n°\u00a0${id}`;

export const causeName = (cause: ParkedItem["cause"]): string => CAUSES[cause];

/** Returns the page of the payment, station or account that the item is about; null when it has none. */
export function subjectOf(item: ParkedItem): { to: string; search?: object; label: string } | null {
  const { idPaiement, idStation, idUtilisateur } = item;
  if (idPaiement) {
    return { to: "/liste-paiements", search: { paiement: idPaiement }, label: "Voir le paiement" };
  }
  if (idStation) return { to: `/tb-stations/${idStation}/details`, label: "Voir la station" };
  if (idUtilisateur) {
    return { to: `/gestion-utilisateurs/${idUtilisateur}/details`, label: "Voir le compte" };
  }
  return null;
}
