import { expect, it } from "vitest";
import { namesInWords } from "./wording";

it.each([
  [["A1"], "A1"],
  [["A2", "A1"], "A1, A2"],
  [["A10", "A9", "A11", "B1"], "A9 à A11, B1"],
  [["A1", "A3", "A5"], "A1, A3, A5"],
  [["Abri nord", "Abri sud"], "Abri nord, Abri sud"],
  [["1", "2", "3", "7"], "1 à 3, 7"],
])("says the names %j as %s", (names, words) => {
  expect(namesInWords(names)).toBe(words);
});
