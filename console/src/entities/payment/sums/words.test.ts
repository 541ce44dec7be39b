import { expect, it } from "vitest";
import { sumsInWords } from "./words";

it.each([
  [{ encaisse: 74484, du: 0 }, "744,84 € encaissés"],
  [{ encaisse: 199, du: 200 }, "1,99 € encaissé, 2,00 € dus"],
  [{ encaisse: 0, du: 50 }, "0,00 € encaissé, 0,50 € dû"],
  [{ encaisse: null, du: null }, ""],
  [undefined, ""],
])("says %o as « %s »", (sums, words) => {
  expect(sumsInWords(sums).replaceAll("\u00a0", " ")).toBe(words);
});
