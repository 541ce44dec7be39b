import { rightLabel } from "@/entities/key/rights";
import { formatRate } from "@/entities/operator/fiscal";
import { eventLabel } from "@/entities/webhook/events";
import {
  formatCount,
  formatDate,
  formatDuration,
  formatEuros,
  formatMonth,
  isMonth,
} from "@/format";
import { parseDate } from "@/format/typed";
import { LOCKER_TYPE_WORDS } from "../locker/types";
import type { AuditLine } from "./api";
import { LINE_NAMES, NAMES, NAMES_OF, WORDS_OF, WORK_NAMES } from "./fields";

const lockerTypes: Record<number, string> = LOCKER_TYPE_WORDS;

/** Returns the word of the screen for a field, by the kind of object that has it. */
export const fieldWord = (kind: string, field: string): string =>
  (NAMES_OF[kind] ?? NAMES)[field] ?? field;

/**
 * Lists what changed, each fact as « Nom : A1 → A2 ». Facts that the sentence of the line already contains are
 * left out. What a number identifies is shown by its name, if the reader may know it.
 */
export function changesOf({ action, objet, changements, noms }: AuditLine): string[] {
  const wordFor = (field: string) => {
    if (action.startsWith("tache.")) return WORK_NAMES[field] ?? field;
    if (action.startsWith("ligne.")) return LINE_NAMES[field] ?? field;
    return fieldWord(objet.type, field);
  };
  return Object.entries(changements)
    .filter(([field, value]) => !(field === "reponse" && value === changements.statut))
    .filter(
      ([field, value]) => !UNSHOWN.includes(field) && !(field === "nom" && value === objet.nom),
    )
    .map(([field, value]) => {
      const shown = (one: unknown) => noms?.[field]?.[String(one)] ?? worded(field, one);
      const written = Array.isArray(value) ? value.map(shown).join(" → ") : shown(value);
      return `${wordFor(field)}\u00a0: ${written}`;
    });
}

/** What the sentence of the line says, and the number of a period, which nobody knows. */
const UNSHOWN = ["libelle", "plage", "comparaison"];

/** Returns a value of the field as it is shown. */
export function worded(field: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "(vide)";
  if (field === "abonnement") return value ? "Abonnement" : "Tarif horaire";
  if (typeof value === "boolean") return value ? "oui" : "non";
  if (field === "anneeMiseEnService") return String(value);
  if (typeof value === "number") return counted(field, value);
  if (field === "mois" && isMonth(String(value))) return formatMonth(String(value));
  if (field === "champs") return fieldNames(String(value));
  if (field === "droits") return listed(String(value), rightLabel);
  if (field === "evenements") return listed(String(value), eventLabel);
  if (DAYS.includes(field) && parseDate(String(value))) return formatDate(String(value));
  const words = WORDS_OF[field];
  if (words) return wordOf(words, String(value));
  return String(value).replace(INSTANT, "$1 - $2h$3");
}

/** The server writes instants as « 05/03/2026 14:05 ». */
const INSTANT = /^(\d\d\/\d\d\/\d{4}) (\d\d):(\d\d)$/;

/** The fields whose text is a day. */
const DAYS = ["retourPrevu", "echeance"];

/** Translates a comma-separated list of wire names into the words of the screen. */
const listed = (list: string, word: (name: string) => string) =>
  list
    .split(", ")
    .map((name) => word(name).toLowerCase())
    .join(", ");

const fieldNames = (list: string) => listed(list, (name) => NAMES[name] ?? name);

/** The fields whose value is a number that identifies something. */
export const NUMBERED = [
  "station",
  "tarif",
  "rejeu",
  "lot",
  "echeance",
  "tentative",
  "exploitant",
  "compte",
  "cle",
  "graine",
  "responsable",
  "numero",
  "utilisation",
  "casier",
];

/** Formats a number as an amount or a duration according to its wire name. */
function counted(field: string, value: number): string {
  if (NUMBERED.includes(field)) return `n°\u00a0${value}`;
  if (field.startsWith("montant") || field === "capitalSocial") return formatEuros(value);
  if (field === "tauxTva") return formatRate(value);
  if (field.startsWith("nombreMinutes")) return formatDuration(value);
  return field === "type" ? (lockerTypes[value] ?? String(value)) : formatCount(value);
}

/** The word of the screen for one of the wire; one that is not known is shown as it is. */
function wordOf(words: Record<string, string>, key: string): string {
  return words[key] ?? key;
}
