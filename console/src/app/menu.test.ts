import { describe, expect, it } from "vitest";
import { RIGHTS, type Right } from "@/api/rights";
import { toRights } from "@/session/rights";
import { allowedPages, MENU, menuFor } from "./menu";
import { featureRoutes } from "./routes";
import { SUMMARIES } from "./summaries";

const menuOf = (granted: readonly Right[], hasDashboard = true) =>
  menuFor(toRights(granted.map((droit) => ({ droit }))), hasDashboard);
const labels = (entries: { menu: { label: string } }[]) => entries.map(({ menu }) => menu.label);

const COMMON = [
  "Mes stations",
  "Mes usagers",
  "Liste des paiements",
  "Historique des utilisations",
  "Statistiques",
];

describe("the operator menu", () => {
  it.each<[string, Right[], string[]]>([
    ["no right", [], COMMON],
    ["reading stations", ["DROIT_STATIONS_LECTURE"], COMMON],
    ["writing stations", ["DROIT_STATIONS_ECRITURE"], [...COMMON, "Gestion des stations"]],
    ["reading operators", ["DROIT_EXPLOITANTS_LECTURE"], COMMON.toSpliced(2, 0, "Mon équipe")],
    [
      "reading events",
      ["DROIT_EVENEMENTS_LECTURE"],
      [
        "À traiter",
        ...COMMON.toSpliced(2, 0, "Abonnements", "Liste d'attente", "Vélos laissés"),
        "Récit d'appel",
        "Interventions",
        "Journal",
      ],
    ],
    ["reading tariffs", ["DROIT_TARIFS_LECTURE"], [...COMMON, "Gestion des tarifs"]],
    [
      "writing tariffs",
      ["DROIT_TARIFS_ECRITURE"],
      [...COMMON, "Créances", "Reddition des comptes", "Disponibilité"],
    ],
    [
      "both",
      ["DROIT_STATIONS_ECRITURE", "DROIT_TARIFS_LECTURE"],
      [...COMMON, "Gestion des stations", "Gestion des tarifs"],
    ],
  ])("with %s", (_, granted, expected) => {
    expect(labels(menuOf(granted).operator)).toEqual(expected);
  });

  it("hides the statistics of an operator without a dashboard", () => {
    expect(labels(menuOf([], false).operator)).toEqual(
      COMMON.filter((label) => label !== "Statistiques"),
    );
  });
});

describe("the administration menu", () => {
  it("is for those with exactly 17 rights", () => {
    expect(labels(menuOf(RIGHTS).administration)).toEqual([
      "Gestion des exploitants",
      "Gestion des utilisateurs",
      "Liste des paiements",
      "Historique des utilisations",
      "Statistiques",
      "Connexion unique",
      "Sécurité",
    ]);
    expect(menuOf(RIGHTS.slice(1)).administration).toEqual([]);
  });
});

it("the home page offers nothing that the server would refuse", () => {
  const technician = toRights([{ droit: "DROIT_STATIONS_LECTURE" }]);
  expect(labels(allowedPages(technician).operator)).toEqual(["Mes stations"]);
});

it("the home page leads every operator to the statistics", () => {
  const rights = toRights([{ droit: "DROIT_EVENEMENTS_LECTURE" }]);
  expect(labels(allowedPages(rights).operator)).toContain("Statistiques");
});

it("every page with a menu entry is in one menu", () => {
  const entries = featureRoutes.flatMap(({ options }) => options.staticData?.page?.menu ?? []);
  expect(labels([...MENU.administration, ...MENU.operator]).sort()).toEqual(
    entries.map(({ label }) => label).sort(),
  );
});

it("every page of the menu says what it is for", () => {
  const paths = [...MENU.administration, ...MENU.operator].map(({ path }) => path);
  expect(Object.keys(SUMMARIES).sort()).toEqual(paths.sort());
});
