/** Generated from docs/openapi.json by « make generate ». */
import type { components } from "./schema";

export type SecurityFamily = components["schemas"]["SecurityFamily"];
export type SecurityKind = components["schemas"]["SecurityKind"];

/** The family of each kind, in the order of the families. */
export const FAMILY_OF: Record<SecurityKind, SecurityFamily> = {
  "connexion.echec": "connexion",
  "connexion.blocage": "connexion",
  "connexion.nouvelle_adresse": "connexion",
  "acces.refus": "acces",
  "compte.role_ajoute": "droits",
  "compte.role_retire": "droits",
  "compte.mot_de_passe": "compte",
  "compte.email_demande": "compte",
  "compte.email": "compte",
  "compte.facteur_ajoute": "compte",
  "compte.facteur_retire": "compte",
  "compte.facteurs_effaces": "compte",
  "compte.code_secours": "compte",
  "compte.codes_secours": "compte",
  "compte.fournisseur_lie": "compte",
  "compte.fournisseur_retire": "compte",
  "compte.sessions_terminees": "compte",
  "fournisseur.creation": "fournisseur",
  "fournisseur.modification": "fournisseur",
  "fournisseur.suppression": "fournisseur",
  "cle.creation": "cle",
  "cle.modification": "cle",
  "cle.remplacement": "cle",
  "cle.revocation": "cle",
  "cle.apres_fin": "cle",
  "cle.nouveau_reseau": "cle",
  "cle.notification": "cle",
};
