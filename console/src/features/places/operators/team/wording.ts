import type { Right } from "@/api/rights";
import { ofName } from "@/entities/account/names";
import type { TeamRole } from "../people/api";
import type { PeopleWords } from "../people/words";

/** The rights that reading and changing a part of the team need. */
export const RIGHTS_OVER: Record<TeamRole, { read: Right; write: Right }> = {
  Gestionnaire: {
    read: "DROIT_USER_GESTIONNAIRES_LECTURE",
    write: "DROIT_USER_GESTIONNAIRES_ECRITURE",
  },
  Hotline: { read: "DROIT_USER_HOTLINE_LECTURE", write: "DROIT_USER_HOTLINE_ECRITURE" },
  Mainteneur: { read: "DROIT_USER_MAINTENEURS_LECTURE", write: "DROIT_USER_MAINTENEURS_ECRITURE" },
};

const SHARED = {
  removal: ["Ce rôle lui est retiré dès maintenant.", "Son compte demeure."],
  added: (name: string) =>
    `Le compte ${ofName(name)} est créé\u00a0: une invitation lui est envoyée par e-mail.`,
  saved: (name: string) => `Les informations ${ofName(name)} sont enregistrées.`,
  removed: (name: string) => `Le rôle ${ofName(name)} est retiré. Son compte demeure.`,
};

export const TEAM_WORDS: Record<TeamRole, PeopleWords> = {
  Gestionnaire: {
    ...SHARED,
    title: "Gestionnaires",
    hint: "Ils tiennent les stations, les tarifs et l'équipe de l'exploitant.",
    article: "le gestionnaire",
    add: "Ajouter un gestionnaire",
    newOne: "Nouveau gestionnaire",
    none: "Cet exploitant n'a pas encore de gestionnaire.",
  },
  Hotline: {
    ...SHARED,
    title: "Hotline",
    hint: "Elle répond aux usagers et agit sur les casiers à distance.",
    article: "l'agent de hotline",
    add: "Ajouter un agent de hotline",
    newOne: "Nouvel agent de hotline",
    none: "Cet exploitant n'a pas encore d'agent de hotline.",
  },
  Mainteneur: {
    ...SHARED,
    title: "Mainteneurs",
    hint: "Ils entretiennent les casiers sur place.",
    article: "le mainteneur",
    add: "Ajouter un mainteneur",
    newOne: "Nouveau mainteneur",
    none: "Cet exploitant n'a pas encore de mainteneur.",
  },
};
