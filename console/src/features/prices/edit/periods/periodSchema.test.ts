import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { newPeriod, type PeriodValues, periodInput, periodSchema, valuesOf } from "./periodSchema";

const night: PeriodValues = {
  libelle: "Nuit",
  joursSemaine: ["6", "7"],
  debut: "01-03-2026",
  fin: "30-06-2026",
  heureDebut: "20:00",
  heureFin: "07:30",
};

function faults(changes: Partial<PeriodValues>): Record<string, string> {
  const { issues = [] } = v.safeParse(periodSchema, { ...night, ...changes });
  return Object.fromEntries(issues.map((issue) => [v.getDotPath(issue), issue.message]));
}

describe("the rules of a time range", () => {
  it.each<[string, Partial<PeriodValues>, Record<string, string>]>([
    ["a full one", {}, {}],
    ["a label alone", { ...newPeriod, libelle: "Toujours" }, {}],
    [
      "no label",
      { libelle: "  " },
      { libelle: "Veuillez renseigner le libellé de la plage horaire" },
    ],
    ["no such day", { debut: "31-02-2026" }, { debut: "Le format de la date n'est pas correct" }],
    [
      "an end before the start",
      { fin: "28-02-2026" },
      { fin: "La date de fin ne peut précéder la date de début" },
    ],
    ["one day", { fin: "01-03-2026" }, {}],
    ["no such hour", { heureFin: "24:00" }, { heureFin: "Le format de l'heure n'est pas correct" }],
    ["an end before the start of the day: the next one", { heureFin: "06:00" }, {}],
  ])("%s", (_, changes, expected) => expect(faults(changes)).toEqual(expected));
});

describe("what goes to the server and comes back", () => {
  it("writes dates and hours as the wire does, and leaves out what is not typed", () => {
    expect(periodInput(night)).toEqual({
      libelle: "Nuit",
      joursSemaine: ["6", "7"],
      debut: "2026-03-01",
      fin: "2026-06-30",
      heureDebut: "20-00",
      heureFin: "07-30",
    });
    expect(periodInput({ ...newPeriod, libelle: "Toujours", heureDebut: "8" })).toEqual({
      libelle: "Toujours",
      joursSemaine: [],
      heureDebut: "08-00",
    });
  });

  it("reads them back as typed; all seven days mean no choice of days", () => {
    const read = { id: 3, ...periodInput(night), dateDebut: "2026-03-01", dateFin: "2026-06-30" };
    expect(
      valuesOf({
        ...read,
        libelle: "Nuit",
        joursSemaine: ["6", "7"],
        heureDebut: "20-00",
        heureFin: "07-30",
      }),
    ).toEqual(night);
    expect(
      valuesOf({
        id: 4,
        libelle: "Toujours",
        joursSemaine: ["1", "2", "3", "4", "5", "6", "7"],
        dateDebut: null,
        dateFin: null,
        heureDebut: null,
        heureFin: null,
      }),
    ).toEqual({ ...newPeriod, libelle: "Toujours" });
  });
});
