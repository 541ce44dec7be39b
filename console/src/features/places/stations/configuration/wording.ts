import type { Locker } from "@/entities/locker/api";
import type { Station } from "@/entities/station/api";
import { plural } from "@/format";
import type { Counter } from "@/ui/layout/CounterList";
import { lockerCounters } from "../management/wording";
import type { StationKind } from "./lockerSchema";

/** The words for the units of a station: lockers or spaces. */
export interface UnitWords {
  title: string;
  /** The word with its article, before a name: « le casier », « l'espace ». */
  article: string;
  name: string;
  tags: string;
  add: string;
  newOne: string;
  import: string;
  /** The name of the file to fill in. */
  model: string;
  none: string;
  added: (name: string) => string;
  saved: (name: string) => string;
  deleted: (name: string) => string;
  imported: (count: number) => string;
}

const LOCKER: UnitWords = {
  title: "Configuration des casiers",
  article: "le casier",
  name: "Code casier",
  tags: "Accessoires casier",
  add: "Ajouter un casier",
  newOne: "Nouveau casier",
  import: "Importer des casiers",
  model: "modele-casiers.csv",
  none: "Cette station n'a pas encore de casier.",
  added: (name) => `Le casier «\u00a0${name}\u00a0» est ajouté.`,
  saved: (name) => `Le casier «\u00a0${name}\u00a0» est enregistré.`,
  deleted: (name) => `Le casier «\u00a0${name}\u00a0» est supprimé.`,
  imported: (count) => (count > 1 ? `${count} casiers sont importés.` : "1 casier est importé."),
};

const SPACE: UnitWords = {
  title: "Configuration des espaces",
  article: "l'espace",
  name: "Nom de l'espace",
  tags: "Accessoires de l'espace",
  add: "Ajouter un espace",
  newOne: "Nouvel espace",
  import: "Importer des espaces",
  model: "modele-espaces.csv",
  none: "Cette station n'a pas encore d'espace.",
  added: (name) => `L'espace «\u00a0${name}\u00a0» est ajouté.`,
  saved: (name) => `L'espace «\u00a0${name}\u00a0» est enregistré.`,
  deleted: (name) => `L'espace «\u00a0${name}\u00a0» est supprimé.`,
  imported: (count) => (count > 1 ? `${count} espaces sont importés.` : "1 espace est importé."),
};

export const wordsOf = (kind: StationKind) => (kind === "indiv" ? LOCKER : SPACE);

/** Why the locker cannot be deleted, in the words of the server. */
export const lockerInUse = ({ casiers = [] }: Station, locker: Locker): string | undefined =>
  casiers.some(({ id, utilisations }) => id === locker.id && utilisations.length > 0)
    ? "Ce casier ne peut être supprimé\u00a0: une utilisation y est en cours."
    : undefined;

/** Returns the counts of the block: lockers of each type, or spaces and their places. */
export function unitCounters(kind: StationKind, units: readonly Locker[]): Counter[] {
  if (kind === "indiv") return lockerCounters(units).kinds;
  const places = units.reduce((sum, { nbMaxSpaces }) => sum + nbMaxSpaces, 0);
  return [
    { label: plural(units.length, "Espace"), value: units.length, color: "grey" },
    { label: "Places disponibles au total", value: places, color: "grey" },
  ];
}
