import { expect, it } from "vitest";
import { renewal } from "./words";

it.each([
  ["en_cours", true, "Oui"],
  ["impaye", true, "Oui"],
  ["en_cours", false, "Non"],
  ["resilie", true, "Non"],
  ["termine", true, "Non"],
] as const)(
  "a subscription %s that was bought to renew (%s) renews: %s",
  (etat, isReconductible, said) => expect(renewal({ etat, isReconductible })).toBe(said),
);
