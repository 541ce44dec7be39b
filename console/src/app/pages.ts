import {
  IconBuildingCommunity,
  IconChartBar,
  IconChecklist,
  IconCoinEuro,
  IconHistory,
  IconMapPin,
  IconReceipt,
  IconSettings,
  IconTool,
  IconUsers,
  IconUsersGroup,
  type TablerIcon,
} from "@tabler/icons-react";
import type { Right } from "@/api/rights";

/** One page of the console. This table defines routes, titles, menus, home page and palette. */
export interface Page {
  title: string;
  /** The right that the server requires; accounts without it are not offered the page. */
  needs?: Right | "administrator";
  menu?: MenuEntry;
  /** The list that this page belongs to; changing operator leads to it. */
  parent?: string;
  /** What the page is for, in one sentence. */
  summary?: string;
}

export interface MenuEntry {
  group: "administration" | "operator";
  label: string;
  icon: TablerIcon;
  /** Hides the menu entry from accounts that lack `needs`; other entries are in everybody's menu. */
  gated?: true;
  /** Hidden when the chosen operator has no dashboard in Metabase. */
  needsDashboard?: true;
  /** Shows the number of worklist items beside the entry. */
  counted?: true;
}

export const pages = {
  "/": { title: "Accueil" },
  "/playground": { title: "Composants" },
  "/connexion": { title: "Connexion" },
  "/oubli-mdp": { title: "Mot de passe oublié" },
  "/nouveau-mot-de-passe": { title: "Nouveau mot de passe" },
  "/confirmer-adresse": { title: "Nouvelle adresse e-mail" },
  "/confirmer-inscription": { title: "Confirmer votre inscription" },

  "/gestion-exploitants": {
    title: "Liste des exploitants",
    needs: "administrator",
    menu: {
      group: "administration",
      label: "Gestion des exploitants",
      icon: IconBuildingCommunity,
    },
    summary: "Créer un exploitant, tenir à jour ses coordonnées et ses comptes.",
  },
  "/gestion-exploitants/$id/details": {
    title: "Configuration de l'exploitant",
    needs: "administrator",
    parent: "/gestion-exploitants",
  },
  "/creation-exploitant": {
    title: "Nouvel exploitant",
    needs: "administrator",
    parent: "/gestion-exploitants",
  },
  "/gestion-utilisateurs": {
    title: "Liste des utilisateurs",
    needs: "administrator",
    menu: { group: "administration", label: "Gestion des utilisateurs", icon: IconUsers },
    summary: "Retrouver une personne, chez tous les exploitants.",
  },
  "/gestion-utilisateurs/$id/details": {
    title: "Gestion d'un utilisateur",
    needs: "administrator",
    parent: "/gestion-utilisateurs",
  },
  "/liste-paiements": {
    title: "Liste des paiements",
    needs: "administrator",
    menu: { group: "administration", label: "Liste des paiements", icon: IconReceipt },
    summary: "Suivre et exporter les paiements de tous les exploitants.",
  },
  "/historique-utilisations": {
    title: "Historique des utilisations",
    needs: "administrator",
    menu: { group: "administration", label: "Historique des utilisations", icon: IconHistory },
    summary: "Relire les utilisations passées et en cours, chez tous les exploitants.",
  },
  "/dashboard-metabase": {
    title: "Statistiques",
    needs: "administrator",
    menu: { group: "administration", label: "Statistiques", icon: IconChartBar },
    summary: "Voir les chiffres de toute la plateforme.",
  },

  "/a-traiter": {
    title: "À traiter",
    needs: "DROIT_EVENEMENTS_LECTURE",
    menu: {
      group: "operator",
      label: "À traiter",
      icon: IconChecklist,
      gated: true,
      counted: true,
    },
    summary: "Voir ce qui attend quelqu'un, et aller là où cela se règle.",
  },
  "/tb-stations": {
    title: "Mes stations",
    needs: "DROIT_STATIONS_LECTURE",
    menu: { group: "operator", label: "Mes stations", icon: IconMapPin },
    summary: "Voir l'état des stations et de leurs places, en direct.",
  },
  "/tb-stations/$id/details": {
    title: "Gestion de la station",
    needs: "DROIT_STATIONS_LECTURE",
    parent: "/tb-stations",
  },
  "/gestion-utilisateurs-exploitant": {
    title: "Liste des utilisateurs",
    needs: "DROIT_USER_HOTLINE_LECTURE",
    menu: { group: "operator", label: "Mes usagers", icon: IconUsers },
    summary: "Retrouver un usager, ses utilisations et ses abonnements.",
  },
  "/gestion-utilisateurs-exploitant/$id/details": {
    title: "Gestion d'un utilisateur",
    needs: "DROIT_USER_HOTLINE_LECTURE",
    parent: "/gestion-utilisateurs-exploitant",
  },
  "/mon-equipe": {
    title: "Mon équipe",
    needs: "DROIT_EXPLOITANTS_LECTURE",
    menu: { group: "operator", label: "Mon équipe", icon: IconUsersGroup, gated: true },
    summary: "Voir qui travaille pour l'exploitant, et qui appeler.",
  },
  "/liste-paiements-exploitant": {
    title: "Liste des paiements",
    needs: "DROIT_EVENEMENTS_LECTURE",
    menu: { group: "operator", label: "Liste des paiements", icon: IconReceipt },
    summary: "Suivre et exporter les paiements de l'exploitant.",
  },
  "/historique-utilisations-exploitant": {
    title: "Historique des utilisations",
    needs: "DROIT_EVENEMENTS_LECTURE",
    menu: { group: "operator", label: "Historique des utilisations", icon: IconHistory },
    summary: "Relire les utilisations passées et en cours.",
  },
  "/dashboard-metabase-exploitant": {
    title: "Statistiques",
    needs: "DROIT_EVENEMENTS_LECTURE",
    menu: { group: "operator", label: "Statistiques", icon: IconChartBar, needsDashboard: true },
    summary: "Voir les chiffres de l'exploitant.",
  },
  "/gestion-stations": {
    title: "Gestion des stations",
    needs: "DROIT_STATIONS_ECRITURE",
    menu: { group: "operator", label: "Gestion des stations", icon: IconSettings, gated: true },
    summary: "Ajouter, modifier ou supprimer une station.",
  },
  "/gestion-stations/$id/details": {
    title: "Configuration de la station",
    needs: "DROIT_STATIONS_ECRITURE",
    parent: "/gestion-stations",
  },
  "/creation-station": {
    title: "Configuration d'une nouvelle station",
    needs: "DROIT_STATIONS_ECRITURE",
    parent: "/gestion-stations",
  },
  "/gestion-tarifs": {
    title: "Gestion des conditions tarifaires",
    needs: "DROIT_TARIFS_LECTURE",
    menu: { group: "operator", label: "Gestion des tarifs", icon: IconCoinEuro, gated: true },
    summary: "Consulter les conditions tarifaires et leur application.",
  },
  "/gestion-tarifs/$id/details": {
    title: "Modification d'une condition tarifaire",
    needs: "DROIT_TARIFS_LECTURE",
    parent: "/gestion-tarifs",
  },
  "/creation-tarif": {
    title: "Nouvelle condition tarifaire",
    needs: "DROIT_TARIFS_ECRITURE",
    parent: "/gestion-tarifs",
  },
  "/mode-maintenance": {
    title: "Mode maintenance",
    needs: "DROIT_MODE_MAINTENANCE_MOBILE_ECRITURE",
    menu: { group: "operator", label: "Mode maintenance", icon: IconTool, gated: true },
    summary: "Devant un casier\u00a0: voir son état, l'ouvrir, le mettre hors service.",
  },
} as const satisfies Record<string, Page>;

export type PagePath = keyof typeof pages;

/** A path without identifiers. */
export type PlainPath = Exclude<PagePath, `${string}$${string}`>;

export interface MenuPage extends Page {
  path: PlainPath;
  menu: MenuEntry;
}

export function pageAt(path: PagePath): Page {
  return pages[path];
}

/** The pages with a menu entry, in the order of the menus. */
export const menuPages: readonly MenuPage[] = (Object.keys(pages) as PlainPath[]).flatMap(
  (path) => {
    const page = pageAt(path);
    return page.menu ? [{ ...page, path, menu: page.menu }] : [];
  },
);
