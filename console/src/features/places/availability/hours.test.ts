import { expect, it } from "vitest";
import { hoursInWords } from "./hours";

const on = (jours: readonly number[], de = "07:00", a = "21:00") =>
  jours.map((jour) => ({ jour, de, a }));

it.each([
  [[], "Toutes"],
  [on([1, 2, 3, 4, 5, 6, 7]), "Tous les jours 7h00–21h00"],
  [on([7, 6, 5, 4, 3, 2, 1]), "Tous les jours 7h00–21h00"],
  [on([1, 2, 3, 4, 5, 6]), "Du lundi au samedi 7h00–21h00 ; dimanche : aucune"],
  [
    [...on([1, 2, 3, 4, 5]), ...on([6, 7], "09:30", "18:00")],
    "Du lundi au vendredi 7h00–21h00 ; samedi et dimanche 9h30–18h00",
  ],
  [
    [...on([1, 2, 4, 5], "10:00", "24:00"), ...on([3], "00:00", "12:00")],
    "Lundi et mardi 10h00–24h00 ; mercredi 0h00–12h00 ; jeudi et vendredi 10h00–24h00 ; samedi et dimanche : aucune",
  ],
  [
    [...on([1], "14:00", "19:00"), ...on([1], "08:00", "12:00")],
    "Lundi 8h00–12h00 et 14h00–19h00 ; du mardi au dimanche : aucune",
  ],
])("says the hours that count: %#", (hours, words) => {
  expect(hoursInWords(hours).replaceAll("\u00a0", " ")).toBe(words);
});
