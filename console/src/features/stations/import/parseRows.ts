import Papa from "papaparse";
import { fold } from "@/shared/text/fold";
import {
  DEFAULT_TYPE,
  LOCKER_TYPES,
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

/** One line as it was typed. */
export type ImportRow = Record<ColumnName, string>;

/** The order of the columns when no first line names them. */
const ORDER: readonly ColumnName[] = [
  "nom",
  "type",
  "carte",
  "ports",
  "etiquettes",
  "informations",
  "places",
];

/** What the first line may call a column, besides its own name. */
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

/** Read from the first line, for ports and tags have commas of their own. */
function separatorOf(text: string): string {
  const [first = ""] = text.trimStart().split("\n", 1);
  return ["\t", ";"].find((separator) => first.includes(separator)) ?? ",";
}

/** The lines of a file or of what was pasted; a first line that names the columns orders them. */
export function parseRows(text: string): ImportRow[] {
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ""), {
    delimiter: separatorOf(text),
    skipEmptyLines: "greedy",
  });
  const [first = []] = data;
  const named = first.map((cell) => HEADERS[fold(cell.trim())]);
  const hasHeader = named.includes("nom");
  const columns = hasHeader ? named : ORDER;
  return data.slice(hasHeader ? 1 : 0).map((cells) => rowOf(cells, columns));
}

function rowOf(cells: string[], columns: readonly (ColumnName | undefined)[]): ImportRow {
  const cell = (name: ColumnName) => {
    const at = columns.indexOf(name);
    return at < 0 ? "" : (cells[at] ?? "").trim();
  };
  return Object.fromEntries(ORDER.map((name) => [name, cell(name)])) as ImportRow;
}

/** No locker has this type: the server says so, at the line. */
const UNKNOWN_TYPE = -1;

function typeOf(text: string, kind: StationKind): number {
  if (!text) return kind === "indiv" ? DEFAULT_TYPE : SPACE_TYPE;
  const wanted = fold(text).replaceAll("_", " ");
  if (["espace", "collectif"].includes(wanted)) return SPACE_TYPE;
  const known = Object.entries(LOCKER_TYPES).find(([, name]) => fold(name) === wanted);
  return known ? Number(known[0]) : UNKNOWN_TYPE;
}

/** What is sent for a line; whether it may stand is the server's to say. */
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
