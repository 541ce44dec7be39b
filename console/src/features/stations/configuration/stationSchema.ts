import * as v from "valibot";
import type { components } from "@/api/schema";
import type { Station } from "@/data/stations";
import { city, postalCode, required, shaped } from "@/words/rules";
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
  latitude: shaped(isLatitude, SENTENCES.latitude),
  longitude: shaped(isLongitude, SENTENCES.longitude),
  adresse: required(),
  codePostal: postalCode,
  ville: city,
  stationType: v.picklist(["indiv", "collec", "collec-comptage"]),
  systemeComptage: v.picklist(["", ...COUNTING_SYSTEMS]),
  actif: v.boolean(),
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
};

export function valuesOf({ adresse, ...station }: Station): StationValues {
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
  };
}

/** Returns the request body: only a station with counting has a counting system. */
export function stationInput({
  systemeComptage,
  ...station
}: StationValues): components["schemas"]["StationInput"] {
  return station.stationType === "collec-comptage" && systemeComptage
    ? { ...station, systemeComptage }
    : station;
}
