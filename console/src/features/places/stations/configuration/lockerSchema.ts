import * as v from "valibot";
import type { components } from "@/api/schema";
import type { Locker } from "@/entities/locker/api";
import type { Station } from "@/entities/station/api";
import { bounded, fits } from "@/format/bounded";
import { fold } from "@/format/fold";
import { code } from "@/format/pasted";
import { ALL_FIELDS, required, shaped } from "@/format/rules";
import { SENTENCES } from "./rules";

export type LockerInput = components["schemas"]["LockerInput"];
export type StationKind = Station["stationType"];

export const DEFAULT_TYPE = 2;
export const SPACE_TYPE = 4;
export const MAX_COMPLEMENT = 20;

const PORTS = /^[0-9]{1,6}(,[0-9]{1,6})*$/;
const MAX_TAG = 50;
const MAX_CAPACITY = 10_000;

/** Splits tags at a comma, a semicolon or a slash; those that are read as the same are kept once. */
export function splitTags(text: string): string[] {
  const tags = new Map<string, string>();
  for (const tag of text.split(/[,;/]/).map((one) => one.trim())) {
    if (tag !== "" && !tags.has(fold(tag))) tags.set(fold(tag), tag);
  }
  return [...tags.values()];
}

export const joinTags = (tags: Locker["etiquettes"]) =>
  tags.map(({ libelle }) => libelle).join(", ");

const isCapacity = (text: string) =>
  /^[0-9]{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_CAPACITY;

const schema = v.object({
  nom: required(),
  type: v.string(),
  complement: v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => fits(text, MAX_COMPLEMENT), SENTENCES.complement),
  ),
  stationCarteAdresse: required(),
  stationCartePort: shaped((text) => PORTS.test(text), SENTENCES.ports, ALL_FIELDS, code),
  nbMaxSpaces: v.string(),
  connexionSystemeComptage: bounded,
  etiquettes: v.pipe(
    v.string(),
    v.check((text) => splitTags(text).every((tag) => fits(tag, MAX_TAG)), SENTENCES.tag),
  ),
});

const spaceSchema = v.object({
  ...schema.entries,
  nbMaxSpaces: shaped(isCapacity, SENTENCES.capacity, ALL_FIELDS, code),
});

/** Returns the rules of a locker for a kind of station, by wire name. */
export const lockerSchema = (kind: StationKind) => (kind === "indiv" ? schema : spaceSchema);

export type LockerValues = v.InferInput<typeof schema>;

export const newLocker: LockerValues = {
  nom: "",
  type: String(DEFAULT_TYPE),
  complement: "",
  stationCarteAdresse: "",
  stationCartePort: "",
  nbMaxSpaces: "",
  connexionSystemeComptage: "",
  etiquettes: "",
};

export function valuesOf(locker: Locker): LockerValues {
  return {
    nom: locker.nom,
    type: String(locker.type.id),
    complement: locker.complement,
    stationCarteAdresse: locker.stationCarteAdresse,
    stationCartePort: locker.stationCartePort,
    nbMaxSpaces: String(locker.nbMaxSpaces),
    connexionSystemeComptage: locker.connexionSystemeComptage,
    etiquettes: joinTags(locker.etiquettes),
  };
}

export function lockerInput(values: LockerValues, kind: StationKind): LockerInput {
  const shared = {
    nom: values.nom,
    complement: values.complement,
    stationCarteAdresse: values.stationCarteAdresse,
    stationCartePort: values.stationCartePort,
    etiquettes: splitTags(values.etiquettes),
  };
  if (kind === "indiv") return { ...shared, type: Number(values.type) };
  const space = { ...shared, type: SPACE_TYPE, nbMaxSpaces: Number(values.nbMaxSpaces) };
  return kind === "collec"
    ? space
    : { ...space, connexionSystemeComptage: values.connexionSystemeComptage };
}
