import { expect, it } from "vitest";
import { mailto } from "./mailto";

it.each([
  ["zoe.martin+bal@exemple.fr", "mailto:zoe.martin%2Bbal@exemple.fr"],
  ["a?bcc=voleur@exemple.fr", "mailto:a%3Fbcc%3Dvoleur@exemple.fr"],
  ["a&body=x,b@exemple.fr", "mailto:a%26body%3Dx%2Cb@exemple.fr"],
  ["a%0d%0aBcc:c@exemple.fr", "mailto:a%250d%250aBcc%3Ac@exemple.fr"],
])("%s stays one address", (email, address) => {
  expect(mailto(email)).toBe(address);
  expect(new URL(address).search).toBe("");
});
