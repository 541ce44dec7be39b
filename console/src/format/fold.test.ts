import { expect, it } from "vitest";
import examples from "../../../internal/kernel/text/testdata/fold.json";
import { fold } from "./fold";

it.each(Object.entries(examples))("folds « %s » as the server does", (text, folded) => {
  expect(fold(text)).toBe(folded);
  expect(fold(folded)).toBe(folded);
});

it("matches a name whatever its case and accents", () => {
  expect(fold("Gare de BÉZIERS")).toContain(fold("beziers"));
});
