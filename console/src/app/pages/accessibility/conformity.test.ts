import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { CONFORMITY } from "./conformity";
import { NOT_CONFORM, RATE } from "./declaration";

const grid = readFileSync(
  `${import.meta.dirname}/../../../../../docs/accessibilite/grille.md`,
  "utf8",
);
const criteria = [...grid.matchAll(/^\| (\d+\.\d+) \| [^|]+ \| (C|NC|NA) \| \S[^|]+ \|$/gm)].map(
  ([, number, judged]) => ({ number, judged }),
);

it("judges each of the 106 criteria once, with its evidence", () => {
  expect(new Set(criteria.map(({ number }) => number)).size).toBe(106);
  expect(criteria).toHaveLength(106);
});

it("declares what the grid found", () => {
  const count = (judged: string) => criteria.filter((one) => one.judged === judged).length;
  const applicable = count("C") + count("NC");
  expect(RATE).toBe(String(Math.floor((100 * count("C")) / applicable)));
  const conform = count("C") === applicable;
  const half = count("C") * 2 >= applicable;
  expect(CONFORMITY).toBe(
    conform ? "totalement conforme" : half ? "partiellement conforme" : "non conforme",
  );
  const declared = NOT_CONFORM.map((text) => /critère (\d+\.\d+)/.exec(text)?.[1]);
  const found = criteria.filter(({ judged }) => judged === "NC").map(({ number }) => number);
  expect([...new Set(declared)]).toEqual(found);
});
