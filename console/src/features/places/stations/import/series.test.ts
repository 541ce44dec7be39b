import { describe, expect, it } from "vitest";
import { parseRows, textOf } from "./parseRows";
import { namesBetween, seriesRows } from "./series";

describe("a series of names", () => {
  it.each([
    ["B1", "B3", ["B1", "B2", "B3"]],
    [" 8", "11 ", ["8", "9", "10", "11"]],
    ["A09", "A11", ["A09", "A10", "A11"]],
    ["A08", "A8", ["A08"]],
    ["Nord 2-1", "Nord 2-2", ["Nord 2-1", "Nord 2-2"]],
    ["B3", "B1", undefined],
    ["B1", "C3", undefined],
    ["B", "B3", undefined],
    ["B1", "", undefined],
    ["B1", "B1001", undefined],
  ])("goes from %s to %s", (first, last, names) => {
    expect(namesBetween(first, last)).toEqual(names);
  });

  it("takes the ports of the card one after the other, and is written as it is read", () => {
    const shared = {
      type: "Vélo",
      carte: "Carte ; 1",
      etiquettes: "prise, abri",
      informations: "",
      places: "",
    };
    const rows = seriesRows(["B1", "B2"], 7, shared);
    expect(rows.map(({ ports }) => ports)).toEqual(["7", "8"]);
    expect(parseRows(textOf(rows))).toEqual(rows);
  });
});
