import { formatCount } from "@/format";
import type { InterventionLine } from "./api";

const WORDS: Record<InterventionLine["genre"], string> = {
  ouverture: "Ouverte",
  signalement: "Signalée de nouveau",
  evenement: "Constatée de nouveau",
  retour: "Retour constaté",
  hors_service: "Casier mis hors service",
  prise_en_charge: "Prise en charge",
  liberation: "Laissée",
  modification: "Modifiée",
  commentaire: "Commentaire",
  photo: "Photo ajoutée",
  resolution: "Résolue",
  reouverture: "Rouverte",
};

/** What a line of time tells: « Prise en charge par Ada Martin », « Confiée à Zoé Petit », « Résolue en 20 minutes, pièces : pêne ». */
export function lineWords({
  genre,
  auteur,
  responsable,
  minutes,
  pieces,
}: InterventionLine): string {
  if (genre === "prise_en_charge" && responsable)
    return responsable === auteur
      ? `${WORDS[genre]} par ${responsable}`
      : `Confiée à ${responsable}`;
  const time =
    minutes > 0 ? ` en ${formatCount(minutes)}\u00a0minute${minutes > 1 ? "s" : ""}` : "";
  return `${WORDS[genre]}${time}${pieces ? `, pièces\u00a0: ${pieces}` : ""}`;
}
