import Papa from "papaparse";
import type { Locker } from "@/entities/locker/api";
import { LOCKER_TYPE_WORDS, VEHICLE_TYPES } from "@/entities/locker/types";
import { fold } from "@/format/fold";
import {
  DEFAULT_TYPE,
  joinTags,
  type LockerInput,
  SPACE_TYPE,
  type StationKind,
  splitTags,
} from "../configuration/lockerSchema";

export type ColumnName =
  | "nom"
  | "type"
  | "carte"
  | "ports"
  | "etiquettes"
  | "informations"
  | "places";

/** One line as typed. */
export type ImportRow = Record<ColumnName, string>;

/** The column order used when no header line names the columns. */
const ORDER: readonly ColumnName[] = [
  "nom",
  "type",
  "carte",
  "ports",
  "etiquettes",
  "informations",
  "places",
];

/** The accepted header names of a column, besides its own. */
const HEADERS: Record<string, ColumnName> = {
  ...Object.fromEntries(ORDER.map((name) => [name, name])),
  code: "nom",
  "code casier": "nom",
  "nom de l'espace": "nom",
  "nom de la carte": "carte",
  port: "ports",
  "ports de la carte": "ports",
  etiquette: "etiquettes",
  "accessoires casier": "etiquettes",
  "accessoires de l'espace": "etiquettes",
  complement: "informations",
  "nombre de places disponibles": "places",
};

/** A first line by which a spreadsheet says what separates the columns. */
const SEPARATOR_LINE = /^"?sep=(.)"?(?:\r\n?|\n)/i;

/** Guesses the separator from the first line, because ports and tags contain commas. */
function separatorOf(text: string): string {
  const [first = ""] = text.trimStart().split(/[\r\n]/, 1);
  return ["\t", ";"].find((separator) => first.includes(separator)) ?? ",";
}

/** Splits the text of a file or of the clipboard into rows; a header line sets the column order. */
export function parseRows(text: string): ImportRow[] {
  const file = text.replace(/^\uFEFF/, "");
  const lines = file.replace(SEPARATOR_LINE, "");
  const { data } = Papa.parse<string[]>(lines, {
    delimiter: SEPARATOR_LINE.exec(file)?.[1] ?? separatorOf(lines),
    skipEmptyLines: "greedy",
  });
  const [first = []] = data;
  const named = first.map((cell) => HEADERS[fold(cell.trim())]);
  const hasHeader = named.includes("nom");
  const columns = hasHeader ? named : ORDER;
  return data.slice(hasHeader ? 1 : 0).map((cells) => rowOf(cells, columns));
}

/** Writes rows as [parseRows] reads them, under the names of the columns. */
export const textOf = (rows: readonly ImportRow[]): string =>
  Papa.unparse([[...ORDER], ...rows.map((row) => ORDER.map((name) => row[name]))], {
    delimiter: ";",
    newline: "\n",
  });

function rowOf(cells: string[], columns: readonly (ColumnName | undefined)[]): ImportRow {
  const cell = (name: ColumnName) => {
    const at = columns.indexOf(name);
    return at < 0 ? "" : (cells[at] ?? "").trim();
  };
  return Object.fromEntries(ORDER.map((name) => [name, cell(name)])) as ImportRow;
}

/** Returns the line that makes such a locker. */
export const rowOfLocker = (locker: Locker): ImportRow => ({
  nom: locker.nom,
  type: locker.type.id === SPACE_TYPE ? "" : locker.type.nom,
  carte: locker.stationCarteAdresse,
  ports: locker.stationCartePort,
  etiquettes: joinTags(locker.etiquettes),
  informations: locker.complement,
  places: locker.type.id === SPACE_TYPE ? String(locker.nbMaxSpaces) : "",
});

/** An id that no locker type has: the server refuses it at that line. */
const UNKNOWN_TYPE = -1;

function typeOf(text: string, kind: StationKind): number {
  if (!text) return kind === "indiv" ? DEFAULT_TYPE : SPACE_TYPE;
  const typeName = fold(text).replaceAll("_", " ");
  if (["espace", "collectif"].includes(typeName)) return SPACE_TYPE;
  return VEHICLE_TYPES.find((id) => fold(LOCKER_TYPE_WORDS[id]) === typeName) ?? UNKNOWN_TYPE;
}

/** Returns the request body of a line; the server validates it. */
export function inputOf(row: ImportRow, kind: StationKind): LockerInput {
  const input = {
    nom: row.nom,
    type: typeOf(row.type, kind),
    stationCarteAdresse: row.carte,
    stationCartePort: row.ports,
    etiquettes: splitTags(row.etiquettes),
    complement: row.informations,
  };
  if (kind === "indiv") return input;
  return { ...input, nbMaxSpaces: /^[0-9]{1,6}$/.test(row.places) ? Number(row.places) : 0 };
}
