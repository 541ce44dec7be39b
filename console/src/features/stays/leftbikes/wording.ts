import type { LeftBikeFile, StepInput } from "./api";

export type TakenStep = StepInput["etape"];

/** What the button of each step says. */
export const ACTS: Record<TakenStep, string> = {
  preavis: "Donner le préavis",
  enleve: "Enlever le vélo",
  rendu: "Rendre le vélo",
  donne: "Donner le vélo",
  detruit: "Détruire le vélo",
  repris: "Repris par son propriétaire",
};

/** What is said once it is done. */
export const DONE: Record<TakenStep, string> = {
  preavis: "Le préavis est donné.",
  enleve: "Le vélo est enlevé.",
  rendu: "Le vélo est rendu.",
  donne: "Le vélo est donné.",
  detruit: "Le vélo est détruit.",
  repris: "Le dossier est clos.",
};

export const PROOF_WORDS: Record<NonNullable<LeftBikeFile["justificatif"]>, string> = {
  facture: "Facture",
  identification: "Attestation d'identification",
  cle: "Clé de l'antivol",
  autre: "Autre",
};
