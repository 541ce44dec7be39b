import * as v from "valibot";
import type { components } from "@/api/schema";
import type { Station } from "@/entities/station/api";
import { FURNITURE } from "@/entities/station/furniture";
import { bounded } from "@/format/bounded";
import { code } from "@/format/pasted";
import { SENTENCES } from "./rules";

const optional = (
  is: (text: string) => boolean,
  sentence: string,
  clean = (text: string) => text,
) =>
  v.pipe(
    v.string(),
    v.transform(clean),
    bounded,
    v.check((text) => text === "" || is(text), sentence),
  );

const matches = (pattern: RegExp) => (text: string) => pattern.test(text);

const isYear = (text: string) =>
  /^\d{4}$/.test(text) && Number(text) >= 1900 && Number(text) <= 2100;

/** The server checks the details. */
const isWebAddress = matches(/^https?:\/\/[^/\s]+/i);

/** A fact that may not be told. */
const answer = v.picklist(["", "oui", "non"]);

export type FurnitureKey = keyof typeof FURNITURE;

const FURNITURE_KEYS = Object.keys(FURNITURE) as FurnitureKey[];

/** The rules of what a station says of itself in the open data, by wire name. */
export const descriptionEntries = {
  codeCommune: optional(matches(/^([013-9]\d|2[AB1-9])\d{3}$/i), SENTENCES.commune, code),
  idOsm: optional(matches(/^[nwr][1-9]\d{0,17}$/i), SENTENCES.osm, code),
  mobilier: v.picklist(["", ...FURNITURE_KEYS]),
  couverture: answer,
  surveillance: answer,
  lumiere: answer,
  proprietaire: bounded,
  anneeMiseEnService: optional(isYear, SENTENCES.year, code),
  urlInformation: optional(isWebAddress, SENTENCES.page),
} as const;

const descriptionSchema = v.object(descriptionEntries);

export type DescriptionValues = v.InferInput<typeof descriptionSchema>;

export const newDescription: DescriptionValues = {
  codeCommune: "",
  idOsm: "",
  mobilier: "",
  couverture: "",
  surveillance: "",
  lumiere: "",
  proprietaire: "",
  anneeMiseEnService: "",
  urlInformation: "",
};

/** The fields of the form, by the name of their place in the body of the request. */
export const DESCRIPTION_FIELDS = Object.fromEntries(
  Object.keys(newDescription).map((name) => [`descriptif.${name}`, name]),
) as Record<string, keyof DescriptionValues>;

const answerOf = (told: boolean | null) => (told === null ? "" : told ? "oui" : "non");

export function descriptionValues(descriptif: Station["descriptif"]): DescriptionValues {
  if (!descriptif) return newDescription;
  return {
    codeCommune: descriptif.codeCommune ?? "",
    idOsm: descriptif.idOsm ?? "",
    mobilier: descriptif.mobilier ?? "",
    couverture: answerOf(descriptif.couverture),
    surveillance: answerOf(descriptif.surveillance),
    lumiere: answerOf(descriptif.lumiere),
    proprietaire: descriptif.proprietaire ?? "",
    anneeMiseEnService: descriptif.anneeMiseEnService?.toString() ?? "",
    urlInformation: descriptif.urlInformation ?? "",
  };
}

const toldBy = (typed: "" | "oui" | "non") => (typed === "" ? null : typed === "oui");

/** Returns the values as the wire and the audit log have them. */
export function descriptionInput(
  values: DescriptionValues,
): components["schemas"]["StationDescriptionInput"] {
  return {
    codeCommune: values.codeCommune,
    idOsm: values.idOsm,
    mobilier: values.mobilier,
    couverture: toldBy(values.couverture),
    surveillance: toldBy(values.surveillance),
    lumiere: toldBy(values.lumiere),
    proprietaire: values.proprietaire,
    anneeMiseEnService: values.anneeMiseEnService === "" ? null : Number(values.anneeMiseEnService),
    urlInformation: values.urlInformation,
  };
}
