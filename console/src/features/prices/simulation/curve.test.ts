import { describe, expect, it } from "vitest";
import { landmarksOf, priceOn, stepsOf, ticksUpTo } from "./curve";

/** 0,50 € an hour up to 1,00 €; removal after a day for 20 €. */
const removed = {
  courbe: [
    { apresMinutes: 0, prix: 50 },
    { apresMinutes: 60, prix: 100 },
    { apresMinutes: 1440, prix: 2100 },
  ],
  minutesCourbe: 1440,
  horsPlage: false,
  dateEnlevement: "2026-11-22T14:00:00+01:00",
};
const endless = { ...removed, courbe: removed.courbe.slice(0, 2), dateEnlevement: null };

it.each([
  [0, 0],
  [1, 50],
  [60, 50],
  [61, 100],
  [1440, 100],
])("a stay of %i minutes has the server's price", (minutes, price) =>
  expect(priceOn(removed, minutes)).toBe(price),
);

describe("the landmarks", () => {
  const shown = (curve: typeof endless | typeof removed) =>
    landmarksOf(curve).map(({ minutes, price, removal }) => [minutes / 60, price, removal]);

  it("end with the removal, due exactly then", () =>
    expect(shown(removed)).toEqual([
      [1, 50, false],
      [3, 100, false],
      [6, 100, false],
      [12, 100, false],
      [24, 2100, true],
    ]));

  it("begin with the free time", () =>
    expect(
      shown({
        ...endless,
        courbe: [
          { apresMinutes: 0, prix: 0 },
          { apresMinutes: 15, prix: 89 },
        ],
      }).slice(0, 2),
    ).toEqual([
      [0.25, 0, false],
      [1, 89, false],
    ]));

  it("go as far as the curve when there is no removal", () =>
    expect(shown(endless).at(-1)).toEqual([24, 100, false]));
});

it("the chart ends after the removal, so that its step is visible", () => {
  expect(stepsOf(endless).at(-1)).toMatchObject({ minutes: 1440, price: 100 });
  const last = stepsOf(removed).at(-1);
  expect(last?.price).toBe(2100);
  expect(last?.minutes).toBeGreaterThan(1440);
});

it.each([
  [90, [0, 30, 60, 90]],
  [1440, [0, 180, 360, 540, 720, 900, 1080, 1260, 1440]],
  [3053, [0, 720, 1440, 2160, 2880]],
  [10 * 1440, [0, 2880, 5760, 8640, 11520, 14400]],
])("ticks up to %i minutes are round", (end, expected) => expect(ticksUpTo(end)).toEqual(expected));

it("has few ticks even over ten years", () =>
  expect(ticksUpTo(10 * 365 * 1440).length).toBeLessThanOrEqual(9));
