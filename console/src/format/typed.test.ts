import { describe, expect, it } from "vitest";
import { parseDate, parseHour, typedDate } from "./typed";

describe("parseDate", () => {
  it.each([
    ["05-03-2026", "2026-03-05"],
    [" 5/3/2026 ", "2026-03-05"],
    ["29.02.2028", "2028-02-29"],
    ["29-02-2026", null],
    ["31-04-2026", null],
    ["00-01-2026", null],
    ["01-13-2026", null],
    ["05-03-26", "2026-03-05"],
    ["27/11/26", "2026-11-27"],
    ["05-03-026", null],
    [" 05\u201103\u20112026\u00a0", "2026-03-05"],
    ["2026-03-05", "2026-03-05"],
    ["2026-02-29", null],
    ["demain", null],
    ["", null],
  ])("reads « %s » as %s", (typed, wire) => expect(parseDate(typed)).toBe(wire));
});

it("shows a day of the wire as it is typed", () =>
  expect(typedDate("2026-03-05")).toBe("05-03-2026"));

describe("parseHour", () => {
  it.each([
    ["8", "08:00"],
    ["20", "20:00"],
    ["20h", "20:00"],
    ["20:", "20:00"],
    ["8h30", "08:30"],
    ["0830", "08:30"],
    ["08-30", "08:30"],
    ["23:59", "23:59"],
    ["24", null],
    ["12:60", null],
    ["830", null],
    ["midi", null],
    ["", null],
  ])("reads « %s » as %s", (typed, hour) => expect(parseHour(typed)).toBe(hour));
});
