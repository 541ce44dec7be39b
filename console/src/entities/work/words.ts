/** The kinds of work of the platform, by the names that the wire gives them. */
export const WORK = {
  paiement: "Présentation d'un paiement",
  presentation: "Réponse du prestataire de paiement",
  echeance: "Échéance d'un abonnement",
  attente: "Suite d'une attente",
  limite: "Temps limite d'une utilisation",
  courriel: "Envoi d'un e-mail",
  conservation: "Conservation d'un compte",
  silence: "Surveillance d'une station",
  rejeu: "Rejeu des prix d'un tarif",
  lot: "Préparation d'un lot de remboursements",
  ligne_lot: "Remboursement d'un lot",
  notification: "Envoi d'une notification sortante",
};

/** Why a piece of work failed. */
export const CAUSES = {
  panique: "Erreur du programme",
  delai: "Délai dépassé",
  introuvable: "Donnée manquante",
  refus: "Refus",
  sans_effet: "Sans effet",
  noeud_perdu: "Serveur arrêté en cours de tâche",
  erreur: "Erreur inattendue",
};
