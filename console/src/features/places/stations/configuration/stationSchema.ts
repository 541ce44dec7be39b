import * as v from "valibot";
import type { components } from "@/api/schema";
import type { Station } from "@/entities/station/api";
import { coordinate } from "@/format/pasted";
import { ALL_FIELDS, city, postalCode, required, shaped } from "@/format/rules";
import {
  descriptionEntries,
  descriptionInput,
  descriptionValues,
  newDescription,
} from "./descriptionSchema";
import { SENTENCES } from "./rules";

const COORDINATE = /^[0-9-]{1,3}\.[0-9]{1,20}$/;

export const isLatitude = (text: string) => isCoordinate(text, 90);
export const isLongitude = (text: string) => isCoordinate(text, 180);

function isCoordinate(text: string, most: number): boolean {
  return COORDINATE.test(text) && Math.abs(Number(text)) <= most;
}

export const COUNTING_SYSTEMS = ["Abelsensors", "Autre"] as const;

/** The rules of a station, by wire name. */
export const stationSchema = v.object({
  libelleAdmin: required(),
  nom: required(),
  latitude: shaped(isLatitude, SENTENCES.latitude, ALL_FIELDS, coordinate),
  longitude: shaped(isLongitude, SENTENCES.longitude, ALL_FIELDS, coordinate),
  adresse: required(),
  codePostal: postalCode,
  ville: city,
  stationType: v.picklist(["indiv", "collec", "collec-comptage"]),
  systemeComptage: v.picklist(["", ...COUNTING_SYSTEMS]),
  actif: v.boolean(),
  ...descriptionEntries,
});

export type StationValues = v.InferInput<typeof stationSchema>;

export const newStation: StationValues = {
  libelleAdmin: "",
  nom: "",
  latitude: "",
  longitude: "",
  adresse: "",
  codePostal: "",
  ville: "",
  stationType: "indiv",
  systemeComptage: "",
  actif: true,
  ...newDescription,
};

export function valuesOf({ adresse, descriptif, ...station }: Station): StationValues {
  return {
    libelleAdmin: station.libelleAdmin,
    nom: station.nom,
    latitude: adresse.latitude ?? "",
    longitude: adresse.longitude ?? "",
    adresse: adresse.adresse,
    codePostal: adresse.codePostal,
    ville: adresse.ville,
    stationType: station.stationType,
    systemeComptage: COUNTING_SYSTEMS.find((system) => system === station.systemeComptage) ?? "",
    actif: station.actif,
    ...descriptionValues(descriptif),
  };
}

/** Returns what a station like that one starts with: its names are to be typed, and where it stands. */
export const copyOf = (model: Station): StationValues => ({
  ...valuesOf(model),
  libelleAdmin: "",
  nom: "",
  latitude: "",
  longitude: "",
  idOsm: "",
  actif: true,
});

/** Returns the request body: only a station with counting has a counting system. */
export function stationInput(values: StationValues): components["schemas"]["StationInput"] {
  const { libelleAdmin, nom, latitude, longitude, adresse, codePostal, ville } = values;
  const { stationType, systemeComptage, actif } = values;
  return {
    libelleAdmin,
    nom,
    latitude,
    longitude,
    adresse,
    codePostal,
    ville,
    stationType,
    ...(stationType === "collec-comptage" && systemeComptage && { systemeComptage }),
    actif,
    descriptif: descriptionInput(values),
  };
}

/** Returns the values by the names that the audit log gives them. */
export function stationFacts(values: StationValues) {
  const { descriptif, ...facts } = stationInput(values);
  return { ...facts, ...descriptif };
}
