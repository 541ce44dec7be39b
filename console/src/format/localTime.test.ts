import { describe, expect, it } from "vitest";
import {
  addMinutes,
  instantOf,
  localTimeAt,
  minutesBetween,
  roundNow,
  wireLocalTime,
} from "./localTime";

const at = (date: string, hour: string) => ({ date, hour });

it.each([
  ["2026-01-15T12:05:00Z", "15-01-2026", "13:05"],
  ["2026-07-15T22:00:00Z", "16-07-2026", "00:00"],
])("%s is shown as %s %s, and read back", (iso, date, hour) => {
  expect(localTimeAt(Date.parse(iso))).toEqual(at(date, hour));
  expect(instantOf(at(date, hour))).toBe(Date.parse(iso));
});

describe("when clocks change", () => {
  it("skips the hour that summer time leaves out", () =>
    expect(instantOf(at("29-03-2026", "02:30"))).toBeNull());

  it("reads as the first the hour that winter time repeats", () =>
    expect(instantOf(at("25-10-2026", "02:30"))).toBe(Date.parse("2026-10-25T00:30:00Z")));

  it("reads it as the second when the first is not after a start", () => {
    const [first, second] = ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"].map(Date.parse);
    const read = (start: string) => instantOf(at("25-10-2026", "02:30"), Date.parse(start));
    expect(read("2026-10-25T00:29:00Z")).toBe(first);
    expect(read("2026-10-25T00:40:00Z")).toBe(second);
    expect(read("2026-10-25T05:00:00Z")).toBe(first);
  });

  it("adds elapsed time", () => {
    expect(addMinutes(at("28-03-2026", "12:00"), 1440)).toEqual(at("29-03-2026", "13:00"));
    expect(minutesBetween(at("24-10-2026", "12:00"), at("25-10-2026", "12:00"))).toBe(1500);
  });
});

it("has no duration while one end is invalid", () => {
  expect(addMinutes(at("demain", "12:00"), 60)).toBeNull();
  expect(minutesBetween(at("05-03-2026", "12:00"), at("05-03-2026", ""))).toBeNull();
});

it("rounds now to the nearest quarter of an hour", () =>
  expect(roundNow(Date.parse("2026-11-21T12:53:00Z"))).toEqual(at("21-11-2026", "14:00")));

it("writes what was typed as the wire wants it", () =>
  expect(wireLocalTime(at("5/3/2026", "8h"))).toBe("05-03-2026 08:00:00"));
