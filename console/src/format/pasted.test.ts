import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { code, coordinate, email, key, phone, plain, position, town } from "./pasted";

const cleaned: Record<string, (typed: string) => string> = {
  code,
  coordinate,
  email,
  key,
  phone,
  plain,
  town,
};

const examples: Record<string, [string, string][]> = JSON.parse(
  readFileSync(`${import.meta.dirname}/../../../internal/kernel/text/testdata/pasted.json`, "utf8"),
);

describe("what is pasted, as the server cleans it", () => {
  it("has examples of each function", () =>
    expect(Object.keys(examples).sort()).toEqual(Object.keys(cleaned).sort()));

  for (const [name, cases] of Object.entries(examples)) {
    it.each(cases)(`${name}: %j is %j`, (typed, want) => expect(cleaned[name]?.(typed)).toBe(want));
  }
});

describe("a position that is pasted whole", () => {
  const both = { latitude: "45.1885", longitude: "-5.7245" };

  it.each([
    ["45.1885, -5.7245", both],
    ["45.1885,-5.7245", both],
    [" 45.1885\u00a0\u22125.7245\n", both],
    ["45,1885 ; -5,7245", both],
    ["45,1885, -5,7245", both],
    ["45,1885,-5,7245", both],
    ["45.1885", undefined],
    ["45,1885", undefined],
    ["45, 5", undefined],
    ["45.1885, 5.7245, 212.0", undefined],
    ["Gare, 5.7245", undefined],
  ])("%j is %j", (typed, want) => expect(position(typed)).toEqual(want));
});
