import { expect, it } from "vitest";
import priced from "../../../../../internal/server/api/testdata/tariff_templates.json";
import { toWire } from "../fields/conversions";
import { templates } from "./templates";

it("are what the tests of the API price, with the sentence that promises those prices", () =>
  expect(
    templates.map(({ title, about, form }) => ({
      titre: title,
      promesse: about,
      tarif: JSON.parse(JSON.stringify(toWire(form))),
    })),
  ).toEqual(priced.map(({ titre, promesse, tarif }) => ({ titre, promesse, tarif }))));
