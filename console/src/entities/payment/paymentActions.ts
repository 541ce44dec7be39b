import type { Action } from "./types";

/** The label of each action, in the order in which they are shown. */
export const ACTION_LABELS: Record<Action, string> = {
  manual: "Marquer comme payé",
  "generer-ordre": "Générer un ordre de paiement",
  annuler: "Annuler le paiement",
  "switch-gratuit": "Ne pas faire payer",
  rembourser: "Rembourser",
  "demander-remboursement": "Demander un remboursement",
  "refuser-remboursement": "Refuser la demande",
  "retirer-remboursement": "Retirer la demande",
};
