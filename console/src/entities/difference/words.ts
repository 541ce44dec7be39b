/** What comparing the months with the statements of the payment provider finds, by its wire name. */
export const DIFFERENCE_STATES: Record<string, string> = {
  rapproche: "Rapproché",
  en_attente: "En attente",
  manque_chez_le_prestataire: "Manque chez le prestataire",
  inconnu_chez_nous: "Inconnu chez nous",
  autre_montant: "Autre montant",
  en_double: "En double",
  en_retard: "En retard",
  remboursement_non_demande: "Remboursement non demandé",
};

/** What each state means, for whoever keeps the accounts. */
export const DIFFERENCE_MEANINGS: Record<string, string> = {
  rapproche: "Même montant des deux côtés, le même mois et à trois jours près au plus.",
  en_attente: "Connu d'un seul côté depuis moins de trois jours.",
  manque_chez_le_prestataire: "Encaissé ou remboursé chez nous, absent de ses relevés.",
  inconnu_chez_nous:
    "Dans ses relevés, sans encaissement ni remboursement chez nous\u00a0: une carte contestée ou un encaissement fait à la main, par exemple.",
  autre_montant: "Des deux côtés, mais d'un autre montant.",
  en_double: "Mouvementé plusieurs fois pour une seule demande.",
  en_retard: "À plus de trois jours d'écart, ou dans un autre mois.",
  remboursement_non_demande: "Rendu par le prestataire sans que nous l'ayons demandé.",
};

/** What moved, by its wire name. */
export const MOVEMENT_KINDS: Record<string, string> = {
  encaissement: "Encaissement",
  remboursement: "Remboursement",
  remboursement_revenu: "Remboursement revenu",
  contestation: "Contestation",
  autre: "Autre mouvement",
};

export const differenceState = (key: string): string => DIFFERENCE_STATES[key] ?? key;
