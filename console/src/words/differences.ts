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

export const differenceState = (key: string): string => DIFFERENCE_STATES[key] ?? key;
