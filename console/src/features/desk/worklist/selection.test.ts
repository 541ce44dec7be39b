import { expect, it } from "vitest";
import { dayAfter } from "./days";
import { chooseRange } from "./selection";

const shown = [5, 3, 9, 1];

it.each([
  { chosen: [], from: undefined, to: 9, on: true, expected: [9] },
  { chosen: [3], from: 3, to: 1, on: true, expected: [3, 9, 1] },
  { chosen: [1], from: 1, to: 5, on: true, expected: [1, 5, 3, 9] },
  { chosen: [5, 3, 9], from: 5, to: 3, on: false, expected: [9] },
  // The row before is gone from the list.
  { chosen: [], from: 7, to: 3, on: true, expected: [3] },
])("from $from to $to of [5, 3, 9, 1]", ({ chosen, from, to, on, expected }) => {
  const next = chooseRange(new Set(chosen), shown, { from, to, on });
  expect([...next].sort()).toEqual([...expected].sort());
});

it("counts days as Paris does, over a change of the clock", () => {
  expect(dayAfter(1, new Date("2026-10-24T22:30:00Z"))).toBe("2026-10-26");
  expect(dayAfter(7, new Date("2026-12-28T10:00:00Z"))).toBe("2027-01-04");
});
