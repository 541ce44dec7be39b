/** Generated from docs/openapi.json by « make generate ». */
import type { SecurityFamily, SecurityKind } from "./security";

/** What the screens call each family of security events, in their order. */
export const FAMILY_LABELS: Record<SecurityFamily, string> = {
  connexion: "Connexions",
  acces: "Accès refusés",
  droits: "Droits",
  compte: "Comptes",
  fournisseur: "Fournisseurs d'identité",
  cle: "Clés d'accès",
};

/** What the screens call each kind, in the order of the families. */
export const KIND_LABELS: Record<SecurityKind, string> = {
  "connexion.echec": "Échec de connexion",
  "connexion.blocage": "Connexion verrouillée",
  "connexion.nouvelle_adresse": "Connexion depuis une nouvelle adresse",
  "acces.refus": "Accès refusé",
  "compte.role_ajoute": "Rôle donné",
  "compte.role_retire": "Rôle retiré",
  "compte.mot_de_passe": "Mot de passe changé",
  "compte.email_demande": "Adresse e-mail à confirmer",
  "compte.email": "Adresse e-mail changée",
  "compte.facteur_ajoute": "Second facteur ajouté",
  "compte.facteur_retire": "Second facteur retiré",
  "compte.facteurs_effaces": "Seconds facteurs effacés",
  "compte.code_secours": "Code de secours utilisé",
  "compte.codes_secours": "Codes de secours renouvelés",
  "compte.fournisseur_lie": "Identité liée",
  "compte.fournisseur_retire": "Identité déliée",
  "compte.sessions_terminees": "Sessions terminées",
  "fournisseur.creation": "Fournisseur d'identité ajouté",
  "fournisseur.modification": "Fournisseur d'identité modifié",
  "fournisseur.suppression": "Fournisseur d'identité supprimé",
  "cle.creation": "Clé créée",
  "cle.modification": "Clé modifiée",
  "cle.remplacement": "Clé remplacée",
  "cle.revocation": "Clé révoquée",
  "cle.apres_fin": "Clé utilisée après sa fin",
  "cle.nouveau_reseau": "Clé utilisée depuis un nouveau réseau",
  "cle.notification": "Secret d'une notification sortante donné",
};
