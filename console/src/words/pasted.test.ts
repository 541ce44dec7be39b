import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { code, email, key, phone, plain, town } from "./pasted";

const cleaned: Record<string, (typed: string) => string> = { code, email, key, phone, plain, town };

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
