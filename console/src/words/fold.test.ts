import { expect, it } from "vitest";
import { fold } from "./fold";

it.each([
  ["Médiathèque", "mediatheque"],
  ["  Île-de-France   Ouest ", "ile-de-france ouest"],
  ["Sacré-CŒUR", "sacre-coeur"],
  ["Garçon", "garcon"],
])("folds « %s »", (text, folded) => expect(fold(text)).toBe(folded));

it("matches a name whatever its case and accents", () => {
  expect(fold("Gare de BÉZIERS")).toContain(fold("beziers"));
});
