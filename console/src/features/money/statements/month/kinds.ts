/** What an entry of the ledger says happened, by its wire name. */
export const ENTRY_KINDS: Record<string, string> = {
  facture: "Facturé",
  encaisse: "Encaissé par le prestataire",
  encaisse_autrement: "Encaissé autrement",
  annule: "Annulé",
  rendu_gratuit: "Rendu gratuit",
  reduit: "Réduit",
  remboursement_demande: "Remboursement demandé",
  rembourse: "Remboursé",
  rembourse_autrement: "Remboursé autrement",
  remboursement_refuse: "Remboursement refusé",
  remboursement_revenu: "Remboursement revenu",
  encaisse_non_du: "Encaissé sans être dû",
  non_du_rendu: "Somme non due rendue",
  non_du_revenu: "Somme non due revenue",
  document: "Document numéroté",
  mois_cloture: "Mois clôturé",
};
