import { safeParse } from "valibot";
import { describe, expect, it } from "vitest";
import { lockerInput, lockerSchema, newLocker, splitTags } from "./lockerSchema";
import { SENTENCES } from "./rules";
import { newStation, stationInput, stationSchema } from "./stationSchema";

const station = {
  ...newStation,
  libelleAdmin: "GRV-01",
  nom: "Gare centrale",
  latitude: "45.191438",
  longitude: "-5.71",
  adresse: "1 place de la Gare",
  codePostal: "38000",
  ville: "Saint-Égrève",
};
const locker = { ...newLocker, nom: "A1", stationCarteAdresse: "C1", stationCartePort: "1,2" };

/** Returns the messages at one field for a value. */
function sentencesAt(result: ReturnType<typeof safeParse>, field: string): string[] {
  return (result.issues ?? [])
    .filter(({ path }) => path?.[0].key === field)
    .map(({ message }) => message);
}

const ALL = "Veuillez renseigner tous les champs";
const LATITUDE = "Le format de la latitude n'est pas correct";
const LONGITUDE = "Le format de la longitude n'est pas correct";
const POSTAL_CODE = "Le format du code postal n'est pas correct";
const CITY = "Le format de la ville n'est pas correct";
const PORTS =
  "Le format des ports de la carte n'est pas correct (nombres séparés par des virgules)";
const LONG = "Ce texte ne peut dépasser 255 caractères";

describe("the rules of a station", () => {
  it.each([
    ["libelleAdmin", " ", ALL],
    ["nom", "", ALL],
    ["latitude", "", ALL],
    ["longitude", "", ALL],
    ["adresse", "", ALL],
    ["codePostal", "", ALL],
    ["ville", "", ALL],
    ["latitude", "45", LATITUDE],
    ["latitude", "45,19,5,71", LATITUDE],
    ["latitude", "4519.1", LATITUDE],
    ["latitude", "91.0", LATITUDE],
    ["latitude", "--5.1", LATITUDE],
    ["latitude", `1.${"0".repeat(21)}`, LATITUDE],
    ["longitude", "181.5", LONGITUDE],
    ["longitude", "est", LONGITUDE],
    ["codePostal", "3800", POSTAL_CODE],
    ["codePostal", "380000", POSTAL_CODE],
    ["codePostal", "2A000", POSTAL_CODE],
    ["ville", "Paris 12", CITY],
    ["ville", "a".repeat(51), CITY],
    ["nom", "a".repeat(256), LONG],
    ["codeCommune", "3818", SENTENCES.commune],
    ["codeCommune", "20004", SENTENCES.commune],
    ["idOsm", "71729735", SENTENCES.osm],
    ["anneeMiseEnService", "1899", SENTENCES.year],
    ["anneeMiseEnService", "2017.5", SENTENCES.year],
    ["urlInformation", "www.exemple.fr", SENTENCES.page],
    ["proprietaire", "a".repeat(256), LONG],
  ])("refuses %s « %s »", (field, value, sentence) => {
    expect(sentencesAt(safeParse(stationSchema, { ...station, [field]: value }), field)).toEqual([
      sentence,
    ]);
  });

  it.each([
    ["latitude", "-89.9"],
    ["latitude", "45,1885"],
    ["longitude", "179.99999999999999999999"],
    ["ville", "L Haÿ-les-Roses"],
    ["ville", "L'Haÿ-les-Roses"],
    ["ville", "Villeneuve-d’Ascq"],
    ["codePostal", "01000"],
    ["nom", "🚲".repeat(255)],
    ["codeCommune", ""],
    ["codeCommune", " 2b033 "],
    ["idOsm", "w71729735"],
    ["anneeMiseEnService", "2100"],
    ["urlInformation", "http://exemple.fr"],
  ])("takes %s « %s »", (field, value) => {
    expect(safeParse(stationSchema, { ...station, [field]: value }).success).toBe(true);
  });

  it("keeps a counting system only for a counted station", () => {
    const counted = { ...station, systemeComptage: "Autre" } as const;
    expect(stationInput({ ...counted, stationType: "collec-comptage" })).toMatchObject({
      systemeComptage: "Autre",
    });
    expect(stationInput({ ...counted, stationType: "collec" })).not.toHaveProperty(
      "systemeComptage",
    );
  });
});

describe("the rules of a locker", () => {
  it.each([
    ["nom", " ", ALL],
    ["stationCarteAdresse", "", ALL],
    ["stationCartePort", "", ALL],
    ["stationCartePort", "1;2", PORTS],
    ["stationCartePort", "1,,2", PORTS],
    ["stationCartePort", "1,", PORTS],
    ["stationCartePort", "1234567", PORTS],
    ["complement", "a".repeat(21), "Les informations ne peuvent dépasser 20 caractères"],
    ["etiquettes", "a".repeat(51), "Une étiquette ne peut dépasser 50 caractères"],
  ])("refuses %s « %s »", (field, value, sentence) => {
    const result = safeParse(lockerSchema("indiv"), { ...locker, [field]: value });
    expect(sentencesAt(result, field)).toEqual([sentence]);
  });

  it.each(["0", "10001", "1.5", "vingt"])("refuses a space of %s places", (nbMaxSpaces) => {
    const result = safeParse(lockerSchema("collec"), { ...locker, nbMaxSpaces });
    expect(sentencesAt(result, "nbMaxSpaces")).toEqual([
      "Le nombre de places doit être compris entre 1 et 10\u00a0000",
    ]);
  });

  it("requires no number of places of a locker", () => {
    expect(safeParse(lockerSchema("indiv"), locker).success).toBe(true);
    expect(safeParse(lockerSchema("collec"), locker).success).toBe(false);
  });

  it("splits tags on commas, semicolons and slashes, and keeps each once", () => {
    expect(splitTags("prise, abri;prise / lumière/ Prise; lumiere")).toEqual([
      "prise",
      "abri",
      "lumière",
    ]);
  });

  it("sends a type for a locker, and places for a space", () => {
    expect(lockerInput(locker, "indiv")).toMatchObject({ type: 2 });
    expect(lockerInput({ ...locker, nbMaxSpaces: "24" }, "collec")).toMatchObject({
      type: 4,
      nbMaxSpaces: 24,
    });
  });
});
