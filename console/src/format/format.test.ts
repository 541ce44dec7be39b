import { describe, expect, it } from "vitest";
import {
  counted,
  formatAmount,
  formatCount,
  formatCountdown,
  formatDate,
  formatDateDashed,
  formatDuration,
  formatElapsed,
  formatEuros,
  formatEurosChange,
  formatLimit,
  formatLong,
  formatPercentChange,
  formatPhone,
  formatShort,
  formatSince,
  formatTakenAt,
  formatWithSeconds,
  parseDuration,
  parseEuros,
  typedDuration,
  typedLimit,
} from "./";

/** Replaces French spaces (no-break, narrow no-break) with plain ones, so that the cases are readable. */
const plain = (text: string) => text.replace(/[\u00A0\u202F]/g, " ");

describe("money", () => {
  it.each([
    [0, "0,00 €", "0,00"],
    [5, "0,05 €", "0,05"],
    [123456, "1 234,56 €", "1 234,56"],
    [-250, "−2,50 €", "−2,50"],
  ])("writes %i cents", (cents, euros, amount) => {
    expect(plain(formatEuros(cents))).toBe(euros);
    expect(plain(formatAmount(cents))).toBe(amount);
  });

  it.each([
    ["12", 1200],
    ["12,5", 1250],
    ["12.05", 1205],
    ["0,29", 29],
    ["1 234,56 €", 123456],
    ["1\u202F234,56\u00A0€", 123456],
    ["", null],
    ["douze", null],
    ["-1", null],
    ["1,234", null],
    ["1,2,3", null],
    ["1e3", null],
    ["99999999999999999", null],
  ])("reads « %s »", (text, cents) => expect(parseEuros(text)).toBe(cents));

  it("reads back what it writes", () => {
    for (const cents of [0, 1, 99, 100, 101, 1999, 435, 1_000_000_000]) {
      expect(parseEuros(formatEuros(cents))).toBe(cents);
    }
  });
});

describe("dates, in Europe/Paris", () => {
  it.each([
    ["2026-01-15T12:00:00Z", "15/01/2026 - 13h00"],
    ["2026-07-15T12:00:00Z", "15/07/2026 - 14h00"],
    ["2026-12-31T23:00:00Z", "01/01/2027 - 00h00"],
    ["2026-03-29T00:59:00Z", "29/03/2026 - 01h59"],
    ["2026-03-29T01:00:00Z", "29/03/2026 - 03h00"],
    ["2026-10-25T00:30:00Z", "25/10/2026 - 02h30"],
    ["2026-10-25T01:30:00Z", "25/10/2026 - 02h30"],
    ["2026-05-01T01:05:00+09:00", "30/04/2026 - 18h05"],
  ])("%s is %s", (iso, shown) => expect(formatShort(iso)).toBe(shown));

  it("writes the seconds where a minute is not enough", () =>
    expect(plain(formatWithSeconds("2026-03-05T14:05:07.250+01:00"))).toBe(
      "05/03/2026 - 14h05 (7 s)",
    ));

  it.each([
    ["2026-03-05T20:00:00+01:00", "14h05", "à 14h05"],
    ["2026-03-06T00:00:00+01:00", "le 05/03/2026 à 14h05", "le 05/03/2026 à 14h05"],
  ])("writes in a sentence of %s since when, and when", (now, since, at) => {
    const instant = "2026-03-05T14:05:07+01:00";
    expect(plain(formatSince(instant, Date.parse(now)))).toBe(since);
    expect(plain(formatTakenAt(instant, Date.parse(now)))).toBe(at);
    expect(plain(formatLong(instant))).toBe("05/03/2026 à 14h05");
  });

  it("writes days with slashes in lists and dashes in filters", () => {
    expect(formatDate("2026-03-05")).toBe("05/03/2026");
    expect(formatDateDashed("2026-03-05")).toBe("05-03-2026");
  });
});

describe("durations", () => {
  it.each([
    [0, "0 min"],
    [45, "45 min"],
    [60, "1 h"],
    [125, "2 h 05 min"],
    [1440, "1 j"],
    [3125, "2 j 4 h 05 min"],
  ])("%i minutes last %s", (minutes, shown) => expect(plain(formatDuration(minutes))).toBe(shown));

  it.each([
    [60, "1 heure"],
    [90, "1,5 heure"],
    [120, "2 heures"],
    [1440, "1 jour"],
    [1500, "25 heures"],
    [2880, "2 jours"],
  ])("a limit of %i minutes is %s", (minutes, shown) =>
    expect(plain(formatLimit(minutes))).toBe(shown),
  );

  it.each([
    [180, "00:03:00"],
    [59.9, "00:00:59"],
    [3661, "01:01:01"],
    [-4, "00:00:00"],
  ])("counts %d seconds down as %s", (seconds, shown) =>
    expect(formatCountdown(seconds)).toBe(shown),
  );

  it.each([
    [0, "0 ms"],
    [84, "84 ms"],
    [999, "999 ms"],
    [1240, "1,24 s"],
    [10_000, "10 s"],
  ])("writes %d ms", (milliseconds, shown) =>
    expect(plain(formatElapsed(milliseconds))).toBe(shown),
  );
});

describe("durations as they are typed", () => {
  it.each([
    ["90", "minute", 90],
    ["1,5", "minute", null],
    ["2", "heure", 120],
    ["1,5", "heure", 90],
    ["0.05", "heure", 3],
    ["1h40", "heure", 100],
    ["1 h 40", "heure", 100],
    ["1:05", "heure", 65],
    ["1h75", "heure", null],
    ["1,67", "heure", null],
    ["1h40", "jour", null],
    ["3", "jour", 4320],
    ["1.5", "jour", 2160],
    ["0", "jour", 0],
    ["-1", "jour", null],
    ["", "jour", null],
    ["deux", "heure", null],
    ["99999999", "jour", null],
  ] as const)("reads « %s » of the unit %s", (text, unit, minutes) =>
    expect(parseDuration(text, unit)).toBe(minutes),
  );

  it.each([
    [1, "1", "minute", "0h01", "heure"],
    [15, "15", "minute", "0h15", "heure"],
    [60, "1", "heure", "1", "heure"],
    [100, "100", "minute", "1h40", "heure"],
    [1440, "1", "jour", "1", "jour"],
    [1441, "1441", "minute", "24h01", "heure"],
    [1500, "25", "heure", "25", "heure"],
    [5_270_400, "3660", "jour", "3660", "jour"],
  ] as const)("writes %i minutes, and reads them back", (minutes, ...written) => {
    const fine = typedDuration(minutes);
    const coarse = typedLimit(minutes);
    expect([fine.text, fine.unit, coarse.text, coarse.unit]).toEqual(written);
    for (const { text, unit } of [fine, coarse]) expect(parseDuration(text, unit)).toBe(minutes);
  });
});

describe("telephones and counts", () => {
  it.each([
    ["+33199001234", "01 99 00 12 34"],
    ["0199001234", "01 99 00 12 34"],
    ["+33 1.99.00.12.34", "01 99 00 12 34"],
    ["+3221234567", "+3221234567"],
    ["", ""],
  ])("shows %s as %s", (phone, shown) => expect(plain(formatPhone(phone))).toBe(shown));

  it("signs what changes", () => {
    expect([1250, -50, 0].map((cents) => plain(formatEurosChange(cents)))).toEqual([
      "+12,50 €",
      "−0,50 €",
      "0,00 €",
    ]);
    expect([0.1326, -0.5, 0].map((ratio) => plain(formatPercentChange(ratio)))).toEqual([
      "+13,3 %",
      "−50 %",
      "0 %",
    ]);
  });

  it("groups thousands", () => expect(plain(formatCount(1234567))).toBe("1 234 567"));

  it.each([
    [0, "0 casier"],
    [1, "1 casier"],
    [2, "2 casiers"],
    [1204, "1 204 casiers"],
  ])("counts %i in words, in the plural from two on", (n, words) =>
    expect(plain(counted(n, "casier"))).toBe(words),
  );
});
