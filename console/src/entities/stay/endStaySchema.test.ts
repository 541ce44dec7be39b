import * as v from "valibot";
import { expect, it } from "vitest";
import { endInput, endSchema, endValues } from "./endStaySchema";

const START = "2026-10-24T22:30:00Z"; // 25-10-2026 00:30 in Paris, before clocks are put back

const schema = endSchema(START);
const typed = (values: object) => ({ ...endValues(START), plusTot: true, ...values });

it.each([
  [
    "before the start, on its day",
    { heure: "00:30", commentaire: "Oubli" },
    { heure: ["La fin doit suivre le début."] },
  ],
  [
    "before its day",
    { jour: "24-10-2026", heure: "23:30", commentaire: "Oubli" },
    { jour: ["La fin doit suivre le début."] },
  ],
  ["nothing asked", { plusTot: false, jour: "", commentaire: "é".repeat(256) }, {}],
  ["whole", { heure: "9h30", commentaire: " Oubli " }, {}],
  [
    "unreadable",
    { jour: "31-02-2026", heure: "25:00" },
    {
      jour: ["Le format de la date n'est pas correct"],
      heure: ["Le format de l'heure n'est pas correct"],
      commentaire: ["Le commentaire est obligatoire."],
    },
  ],
  [
    "an hour that summer time leaves out",
    { jour: "29-03-2026", heure: "02:30", commentaire: "é".repeat(256) },
    {
      heure: ["Cette heure n'existe pas\u00a0: l'horloge passe à l'heure d'été"],
      commentaire: ["Ce texte ne peut dépasser 255 caractères"],
    },
  ],
])("%s", (_, values, issues) => {
  const parsed = v.safeParse(schema, typed(values));
  expect(parsed.issues ? v.flatten<typeof schema>(parsed.issues).nested : {}).toEqual(issues);
});

it("sends nothing but a true end, of an hour that comes twice the one that follows the start", () => {
  expect(endInput(endValues(START), START)).toBeUndefined();
  const end = typed({ heure: "02:10", commentaire: "Oubli" });
  expect(endInput(end, START)?.fin).toBe("2026-10-25T00:10:00.000Z");
  expect(endInput(end, "2026-10-25T00:30:00Z")?.fin).toBe("2026-10-25T01:10:00.000Z");
});
