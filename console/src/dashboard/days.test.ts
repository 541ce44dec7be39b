import { describe, expect, it } from "vitest";
import { addDays, addMonths, pointTick, pointWords, rangeWords } from "./days";
import { DURATIONS } from "./parts/axes";
import { scaleUpTo } from "./parts/scale";
import { isTooLong, rangeOf } from "./period";

describe("days", () => {
  it("are counted without hours", () => {
    expect(addDays("2026-03-28", 2)).toBe("2026-03-30"); // across the change to summer time
    expect(addMonths("2024-02-29", -12)).toBe("2023-02-28");
    expect(addMonths("2026-01-31", 1)).toBe("2026-02-28");
    expect(addMonths("2026-03-31", -13)).toBe("2025-02-28");
  });

  it("are written as short as possible", () => {
    expect(rangeWords({ du: "2026-03-01", au: "2026-03-05" })).toBe("du 1er au 5 mars 2026");
    expect(rangeWords({ du: "2026-02-27", au: "2026-03-05" })).toBe("du 27 février au 5 mars 2026");
    expect(rangeWords({ du: "2025-12-31", au: "2026-01-01" })).toBe(
      "du 31 décembre 2025 au 1er janvier 2026",
    );
    expect(rangeWords({ du: "2026-03-05", au: "2026-03-05" })).toBe("le 5 mars 2026");
    expect(pointWords({ du: "2026-03-01", au: "2026-03-01" }, "jour")).toBe(
      "dimanche 1er mars 2026",
    );
    expect(pointWords({ du: "2026-02-01", au: "2026-02-28" }, "mois")).toBe("février 2026");
    expect(pointWords({ du: "2026-02-03", au: "2026-02-28" }, "mois")).toBe(
      "du 3 au 28 février 2026",
    );
    expect(pointTick("2026-03-05", "semaine")).toBe("5 mars");
    expect(pointTick("2026-03-01", "mois")).toBe("mars 26");
  });
});

it("includes today, and the whole last month", () => {
  const on = (choix: "7j" | "30j" | "90j" | "12m" | "mois-dernier") => {
    const { du, au } = rangeOf({ choix }, "2026-03-31");
    return `${du} ${au}`;
  };
  expect(on("7j")).toBe("2026-03-25 2026-03-31");
  expect(on("30j")).toBe("2026-03-02 2026-03-31");
  expect(on("90j")).toBe("2026-01-01 2026-03-31");
  expect(on("12m")).toBe("2025-04-01 2026-03-31");
  expect(on("mois-dernier")).toBe("2026-02-01 2026-02-28");
  expect(isTooLong({ du: "2023-04-01", au: "2026-03-31" })).toBe(false);
  expect(isTooLong({ du: "2023-04-01", au: "2026-04-01" })).toBe(true);
});

it("colours each count by one step, the highest the deepest", () => {
  for (const most of [0, 1, 2, 5, 6, 7, 13, 108, 599, 600, 601, 32_545, 1_000_000]) {
    const { level, steps } = scaleUpTo(most);
    expect(level(0)).toBe(0);
    expect(steps[0]).toEqual({ level: 0, from: 0, to: 0 });
    if (most > 0) expect(level(most)).toBe(6);
    expect(steps.length).toBeLessThanOrEqual(7);
    for (const { level: color, from, to } of steps) {
      expect([level(from), level(to)]).toEqual([color, color]);
    }
    expect(steps.at(-1)?.to).toBeGreaterThanOrEqual(most);
  }
});

it("draws the lines of durations at round ones, beyond the longest", () => {
  expect(DURATIONS.ticksUpTo?.(262)).toEqual([0, 60, 120, 180, 240, 300]);
  expect(DURATIONS.ticksUpTo?.(40)).toEqual([0, 10, 20, 30, 40]);
  expect(DURATIONS.ticksUpTo?.(9000)).toEqual([0, 2880, 5760, 8640, 11520]);
  expect(DURATIONS.ticksUpTo?.(0)).toEqual([0, 5]);
});
