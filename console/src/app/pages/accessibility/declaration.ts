/** What docs/accessibilite/grille.md found; conformity.test.ts compares the two. */

/** Criteria that conform, in per cent of those that apply. */
export const RATE = "98";

export const JUDGED_ON = "22 novembre 2026";

export const NOT_CONFORM = [
  "La restitution par les lecteurs d’écran NVDA, JAWS et VoiceOver n’a pas été écoutée\u00a0: les noms, rôles, états et annonces ont été vérifiés dans l’arbre d’accessibilité du navigateur seulement (critère 7.1).",
  "Le tableau de bord Metabase que certains exploitants affichent à la place du tableau de bord intégré n’a pas été vérifié (critère 7.1).",
] as const;

export const TOOLS = [
  "Chromium, au clavier seul et à la souris, à 1440, 390 et 320 pixels de large, à 200\u00a0% et en apparence sombre",
  "axe-core sur chaque page de la console, à chaque version",
  "Lecture de l’arbre d’accessibilité (noms, rôles, états, zones d’annonce) pour se connecter, ouvrir une porte et solder un paiement",
] as const;

export const CHECKED_PAGES = [
  "Connexion et mot de passe oublié",
  "Accueil",
  "À traiter",
  "Récit d’appel",
  "Stations, gestion d’une station et configuration d’une station",
  "Paiements et détails d’un paiement",
  "Utilisateurs et fiche d’un utilisateur",
  "Conditions tarifaires, modification et simulation",
  "Historique des utilisations",
  "Mode maintenance",
  "Tableau de bord",
  "Déclaration d’accessibilité",
] as const;
