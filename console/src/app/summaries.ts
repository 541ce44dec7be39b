import type { PlainPath } from "./menu";

/**
 * What each page of the menu is for, in one sentence: of the home page and the palette. Not in the routes, which are part
 * of the first page that anybody loads.
 */
export const SUMMARIES: Readonly<Partial<Record<PlainPath, string>>> = {
  "/gestion-exploitants": "Créer un exploitant, tenir à jour ses coordonnées et ses comptes.",
  "/gestion-utilisateurs": "Retrouver une personne, chez tous les exploitants.",
  "/liste-paiements": "Suivre et exporter les paiements de tous les exploitants.",
  "/historique-utilisations":
    "Relire les utilisations passées et en cours, chez tous les exploitants.",
  "/dashboard-metabase": "Voir les chiffres de toute la plateforme.",
  "/connexion-unique": "Laisser le personnel se connecter avec le compte de son organisation.",
  "/securite": "Suivre les connexions refusées, les accès et les changements de droits.",
  "/a-traiter": "Voir ce qui attend quelqu'un, et aller là où cela se règle.",
  "/tb-stations": "Voir l'état des stations et de leurs places, en direct.",
  "/gestion-utilisateurs-exploitant": "Retrouver un usager, ses utilisations et ses abonnements.",
  "/abonnements": "Suivre les abonnements, leurs échéances et leurs impayés.",
  "/liste-attente": "Suivre qui attend un abonnement, et les places offertes.",
  "/velos-laisses": "Suivre les vélos laissés.",
  "/mon-equipe": "Voir qui travaille pour l'exploitant, et qui appeler.",
  "/liste-paiements-exploitant": "Suivre et exporter les paiements de l'exploitant.",
  "/historique-utilisations-exploitant": "Relire les utilisations passées et en cours.",
  "/dashboard-metabase-exploitant": "Voir les chiffres de l'exploitant.",
  "/gestion-stations": "Ajouter, modifier ou supprimer une station.",
  "/gestion-tarifs": "Consulter les conditions tarifaires et leur application.",
  "/recit": "Au téléphone\u00a0: qui appelle, pourquoi la porte ne s'ouvre pas, et que faire.",
  "/mode-maintenance": "Devant un casier\u00a0: voir son état, l'ouvrir, le mettre hors service.",
  "/interventions": "Suivre les pannes signalées.",
  "/journal": "Relire qui a fait quoi, et quand.",
  "/creances": "Voir qui doit combien, et depuis quand.",
  "/reddition": "Rendre compte de chaque mois\u00a0: ce qui était dû, encaissé et remboursé.",
  "/disponibilite": "Prouver que les casiers ont pu servir.",
};
