import * as v from "valibot";
import { expect, it } from "vitest";
import { formatEuros } from "@/format";
import { readDuration, writeDuration } from "@/kit/filters/duration";
import { chipsOf } from "./chips";
import {
  type Filters,
  filterEntries,
  filterSchema,
  filtersOf,
  filtersOfWire,
  NO_VALUES,
  valuesOf,
  wireFilters,
} from "./filters";

const address = v.object(filterEntries);

const plain = (text: string) => text.replace(/[\u00A0\u202F]/g, " ");

const everything: Filters = {
  nom: "Jacquet",
  prenom: "Pauline",
  email: "pauline@",
  uuid: "a1b2c",
  debutDu: "2026-01-02",
  debutAu: "2026-02-03",
  finDu: "2026-01-02",
  finAu: "2026-01-02",
  paiementDu: "2026-03-04",
  presentationAu: "2026-05-06",
  dureeMin: 0,
  dureeMax: 90,
  coutMin: 0,
  coutMax: 123_456,
  statut: ["PAID", "ERROR", "INVALID_PAYMENT"],
  remboursement: ["fait", "en_attente"],
  utilisation: ["en_cours", "velo_enleve"],
  arret: ["temps_depasse", "velo_enleve"],
  type: [3, 4],
  stations: [5, 6],
  casiers: [1],
  exploitant: 3,
  reportes: "exclus",
  tests: "inclus",
};

it("every filter survives the form, the URL and the chips", () => {
  const typed = v.parse(filterSchema, valuesOf(everything));
  expect(filtersOf(typed)).toMatchObject(everything);
  const written = Object.fromEntries(
    Object.entries(everything).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.map(String) : String(value),
    ]),
  );
  expect(v.parse(address, written)).toMatchObject(everything);

  const chips = chipsOf(undefined, everything, { lockers: [{ id: 1, nom: "A1" }] }, formatEuros);
  expect(chips.map(({ label }) => plain(label))).toEqual([
    "Nom : Jacquet",
    "Prénom : Pauline",
    "Email : pauline@",
    "Identifiant : a1b2c",
    "Exploitant : n° 3",
    "Station : n° 5 ou n° 6",
    "Casier : A1",
    "Type : Trottinette ou Collectif",
    "Début : du 02-01-2026 au 03-02-2026",
    "Fin : du 02-01-2026 au 02-01-2026",
    "Paiement : à partir du 04-03-2026",
    "Présentation : jusqu'au 06-05-2026",
    "Durée : de 0 min à 1 h 30 min",
    "Coût : de 0,00 € à 1 234,56 €",
    "Statut de paiement : PAYÉ ou ERREUR",
    "Remboursement : Remboursé ou Remboursement en attente",
    "Statut de l'utilisation : En cours ou Utilisation bloquée",
    "Motif d'arrêt : Temps dépassé ou Utilisation bloquée",
    "Reportés dans « À traiter » : exclus",
    "Utilisations de test : incluses",
  ]);
  const widened = Object.assign({}, everything, ...chips.map(({ without }) => without));
  expect(chipsOf(undefined, widened, { lockers: [] }, formatEuros)).toEqual([]);
});

it("filters are the same after a way by the wire", () => {
  const { arret: _ofStays, ...shared } = everything;
  const wire = { ...wireFilters(undefined, shared), selectedOperator: 3 };
  expect(filtersOfWire(undefined, wire)).toEqual(shared);
  const { exploitant: _chosen, tests: _tests, ...atOne } = shared;
  expect(filtersOfWire(1, wireFilters(1, atOne))).toEqual(atOne);
});

it("ignores invalid values in the URL", () => {
  const odd = { debutDu: "2026-02-31", finDu: "hier", coutMin: "-1", dureeMax: "" };
  const lists = { statut: ["ROI", "PAID"], type: "9", stations: ["x", "5", "5"], tests: "non" };
  expect(v.parse(address, { ...odd, ...lists })).toEqual({ statut: ["PAID"], stations: [5] });
});

it("leaves out test stays, unless an administrator includes them", () => {
  expect(wireFilters(undefined, {}).filterTests).toBe(1);
  expect(wireFilters(undefined, { tests: "inclus" }).filterTests).toBe(0);
  expect(wireFilters(1, { tests: "inclus" }).filterTests).toBe(1);
});

it.each([
  ["debutDu", "31-02-2026", "debutDu", "Le format de la date n'est pas correct"],
  ["dureeMin", "longtemps", "dureeMin", "Le format de la durée n'est pas correct"],
  ["coutMax", "1,234", "coutMax", "Le format du montant n'est pas correct"],
  ["finDu", "05-01-2026", "finAu", "La date de fin ne peut précéder la date de début"],
  ["dureeMin", "2", "dureeMax", "La durée maximale ne peut être inférieure à la durée minimale"],
  ["coutMin", "10", "coutMax", "Le coût maximal ne peut être inférieur au coût minimal"],
])("%s « %s » is refused at %s", (field, typed, at, sentence) => {
  const others = { finAu: "04-01-2026", dureeMax: "1h59", coutMax: "9,99" };
  const { issues = [] } = v.safeParse(filterSchema, { ...NO_VALUES, ...others, [field]: typed });
  expect(issues.map((issue) => [v.getDotPath(issue), issue.message])).toEqual([[at, sentence]]);
});

it.each([
  ["2", 120],
  ["2 h", 120],
  ["1,5", 90],
  ["1h30", 90],
  ["45 min", 45],
  ["45minutes", 45],
  ["3 heures", 180],
  ["une heure", null],
  ["1,5 min", null],
])("a duration of « %s »", (typed, minutes) => expect(readDuration(typed)).toBe(minutes));

it("writes durations as it reads them", () => {
  for (const minutes of [0, 1, 59, 60, 61, 90, 120, 1439, 1440, 1500, 2881]) {
    expect(readDuration(writeDuration(minutes))).toBe(minutes);
  }
});
