import { expect, it } from "vitest";
import type { EditConflict } from "@/api/errors";
import { changedFields, type FormFacts } from "./changedFields";

const conflict = (...changements: Record<string, unknown>[]): EditConflict => ({
  version: 1 + changements.length,
  modifications: changements.map((changes, index) => ({
    id: index,
    instant: "2026-11-22T23:02:00+01:00",
    acteur: null,
    exploitant: null,
    action: "station.modification",
    station: null,
    objet: { type: "station", id: 5, nom: "Gare" },
    changements: changes,
  })),
});

const NOTHING: FormFacts = { opened: {}, now: {}, mine: {} };

it.each<[string, EditConflict, FormFacts, object[]]>([
  [
    "a change, beside what is typed",
    conflict({ nom: ["Gare", "Gare nord"] }),
    { ...NOTHING, mine: { nom: "Gare sud" } },
    [{ name: "nom", before: "Gare", now: "Gare nord", mine: { value: "Gare sud" } }],
  ],
  [
    "several changes of a field are one",
    conflict({ nom: ["A", "B"] }, { nom: ["B", "C"] }),
    NOTHING,
    [{ name: "nom", before: "A", now: "C" }],
  ],
  [
    "a change that was undone is none",
    conflict({ nom: ["A", "B"] }, { nom: ["B", "A"] }),
    NOTHING,
    [],
  ],
  [
    "an empty field that is typed",
    conflict({ montantPlafond: [300, null] }),
    { ...NOTHING, mine: { montantPlafond: undefined } },
    [{ name: "montantPlafond", before: 300, now: null, mine: { value: undefined } }],
  ],
  [
    "the values of people come from the form",
    conflict({ champs: "nom, email" }),
    {
      opened: { nom: "Roy", email: "a@b.fr" },
      now: { nom: "Roi", email: "c@d.fr" },
      mine: { nom: "Roy", email: "e@f.fr" },
    },
    [
      { name: "nom", before: "Roy", now: "Roi", mine: { value: "Roy" } },
      { name: "email", before: "a@b.fr", now: "c@d.fr", mine: { value: "e@f.fr" } },
    ],
  ],
  ["facts that are no change of a field", conflict({ motif: "cassé" }, {}), NOTHING, []],
])("%s", (_, told, facts, expected) => expect(changedFields(told, facts)).toEqual(expected));
