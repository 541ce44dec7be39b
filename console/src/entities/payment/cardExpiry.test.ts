import { expect, it } from "vitest";
import { cardExpiry } from "./cardExpiry";

// In Europe/Paris it is already December.
const now = new Date("2026-11-30T23:30:00Z");

it.each([
  ["11/26", "Expirée"],
  ["12/26", "Expire bientôt"],
  ["01/27", "Expire bientôt"],
  ["02/27", undefined],
  ["12/25", "Expirée"],
])("a card good until %s: %s", (expires, label) => {
  expect(cardExpiry(expires, now)?.label).toBe(label);
});
