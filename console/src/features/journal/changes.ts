import { formatEuros } from "@/shared/format";
import { STATION_TYPES } from "@/shared/text/stationTypes";
import type { JournalLine } from "./queries";

const NAMES: Record<string, string> = {
  libelleAdmin: "Libellé administrateur",
  nom: "Nom",
  actif: "Actif",
  stationType: "Type de station",
  systemeComptage: "Solution de comptage",
  adresse: "Adresse",
  codePostal: "Code postal",
  ville: "Ville",
  latitude: "Latitude",
  longitude: "Longitude",
  type: "Type",
  complement: "Informations",
  stationCarteAdresse: "Nom de la carte",
  stationCartePort: "Ports de la carte",
  nbMaxSpaces: "Nombre de places",
  connexionSystemeComptage: "Connexion au système de comptage",
  motif: "Motif",
  montant: "Prix final",
  role: "Rôle",
};

const LOCKER_TYPES: Record<string, string> = {
  1: "Vélo cargo",
  2: "Vélo",
  3: "Trottinette",
  4: "Collectif",
};

/** What changed, each fact as « Nom : A1 → A2 »; what the sentence has said already is left out. */
export function changesOf({ objet, changements }: JournalLine): string[] {
  return Object.entries(changements)
    .filter(([field, value]) => field !== "libelle" && !(field === "nom" && value === objet.nom))
    .map(([field, value]) => `${NAMES[field] ?? field}\u00a0: ${written(field, value)}`);
}

function written(field: string, value: unknown): string {
  if (Array.isArray(value)) {
    const [before, after] = value;
    return `${worded(field, before)} → ${worded(field, after)}`;
  }
  return worded(field, value);
}

function worded(field: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "(vide)";
  if (typeof value === "boolean") return value ? "oui" : "non";
  if (field === "montant" && typeof value === "number") return formatEuros(value);
  if (field === "type") return LOCKER_TYPES[String(value)] ?? String(value);
  if (field === "stationType") return typeName(String(value));
  return String(value);
}

function typeName(key: string): string {
  return key in STATION_TYPES ? STATION_TYPES[key as keyof typeof STATION_TYPES] : key;
}
