import { safeParse } from "valibot";
import { describe, expect, it } from "vitest";
import type { Tariff } from "../api";
import { newTariff, toForm, toWire } from "./conversions";
import { SENTENCES, type TariffForm, tariffSchema } from "./tariffSchema";

const hourly: TariffForm = {
  ...newTariff,
  libelleAdmin: "Casier vélo",
  libelleUtilisateur: "Casier",
  montant: "0,50",
};

const faults = (changes: Partial<TariffForm>) =>
  (safeParse(tariffSchema, { ...hourly, ...changes }).issues ?? []).map(({ path, message }) => [
    path?.[0].key,
    message,
  ]);

const LIMITS = {
  nombreMinutesAvantDepassement: "1",
  overrunAfterUnit: "jour",
  rappelMinutes: "",
  nombreMinutesAvantEnlevement: "48",
  removalAfterUnit: "heure",
} as const;

describe("the rules of a price condition", () => {
  it.each<[Partial<TariffForm>, keyof TariffForm, string]>([
    [{ libelleAdmin: " " }, "libelleAdmin", SENTENCES.names],
    [{ libelleUtilisateur: "" }, "libelleUtilisateur", SENTENCES.names],
    [{ typeTarif: "" as "heure" }, "typeTarif", SENTENCES.names],
    [{ libelleAdmin: "a".repeat(256) }, "libelleAdmin", "Ce texte ne peut dépasser 255 caractères"],
    [{ montant: " " }, "montant", SENTENCES.allFields],
    [{ montant: "-1" }, "montant", SENTENCES.amount],
    [{ montant: "0,505" }, "montant", SENTENCES.amount],
    [{ montant: "10000000,01" }, "montant", SENTENCES.amount],
    [{ montantPromo: "un" }, "montantPromo", SENTENCES.amount],
    [{ montantPlafond: "1e3" }, "montantPlafond", SENTENCES.amount],
    [
      { montantPlafond: "3", ceilingScope: "hours", nombreMinutesPlafond: "1,5" },
      "nombreMinutesPlafond",
      SENTENCES.window,
    ],
    [{ montantPlafond: "3", ceilingScope: "hours" }, "nombreMinutesPlafond", SENTENCES.window],
    [{ nombreMinutesGratuites: "1,5" }, "nombreMinutesGratuites", SENTENCES.minutes],
    [{ nombreMinutesGratuites: "0" }, "nombreMinutesGratuites", SENTENCES.minutes],
    [{ ...LIMITS, overrunAfterUnit: "" }, "overrunAfterUnit", SENTENCES.overrunAfterUnit],
    [{ ...LIMITS, removalAfterUnit: "" }, "removalAfterUnit", SENTENCES.removalAfterUnit],
    [{ montantDepassement: "1" }, "uniteDureeDepassement", SENTENCES.overrunUnit],
    [
      { ...LIMITS, nombreMinutesAvantEnlevement: "23" },
      "nombreMinutesAvantDepassement",
      SENTENCES.limitOrder,
    ],
    [{ ...LIMITS, rappelMinutes: "1440" }, "rappelMinutes", SENTENCES.reminder],
    [
      { ...LIMITS, nombreMinutesAvantEnlevement: "4000", removalAfterUnit: "jour" },
      "nombreMinutesAvantEnlevement",
      SENTENCES.minutes,
    ],
    [
      { ...LIMITS, nombreMinutesGratuites: "2", freeUnit: "jour" },
      "nombreMinutesGratuites",
      SENTENCES.freeLimit,
    ],
  ])("refuses %o", (changes, field, sentence) => {
    expect(faults(changes)).toEqual([[field, sentence]]);
  });

  it("returns every fault at once", () => {
    const { issues = [] } = safeParse(
      tariffSchema,
      { ...newTariff, montantDepassement: "1" },
      { abortPipeEarly: true },
    );
    expect(issues.map(({ path }) => path?.[0].key)).toEqual([
      "libelleAdmin",
      "libelleUtilisateur",
      "montant",
      "uniteDureeDepassement",
    ]);
  });

  it.each<Partial<TariffForm>>([
    {},
    { montant: "0" },
    { montant: "10 000 000,00 €" },
    { ...LIMITS },
    { ...LIMITS, nombreMinutesAvantEnlevement: "24" },
    { nombreMinutesGratuites: "15", franchise: true },
    // Fields that the type does not use are neither shown nor validated.
    { typeTarif: "jour", montantPlafond: "trois" },
    { typeTarif: "mois", nombreMinutesGratuites: "trois" },
    { nombreMaxOccupations: "trois" },
    { typeTarif: "mois", nombreMaxOccupations: "1000" },
    { ceilingScope: "hours", nombreMinutesPlafond: "trois" },
  ])("takes %o", (changes) => expect(faults(changes)).toEqual([]));
});

const tariff = (changes: Partial<Tariff> = {}): Tariff => ({
  id: 7,
  idExploitant: 1,
  libelle: "Casier vélo",
  libelleAdmin: "Casier vélo",
  libellePublic: "Casier",
  libelleUtilisateur: "Casier",
  abonnement: false,
  typeTarif: "heure",
  montant: 89,
  montantPromo: null,
  montantPlafond: 445,
  nombreMinutesPlafond: 1440,
  nombreMinutesGratuites: 15,
  franchise: false,
  nombreMinutesAvantDepassement: 4320,
  montantDepassement: 123_456,
  uniteDureeDepassement: "jour",
  rappelMinutes: 90,
  nombreMinutesAvantEnlevement: 10_081,
  montantEnlevement: 3000,
  nombreMaxOccupations: null,
  placeAttribuee: false,
  ...changes,
});

describe("between the wire and the form", () => {
  it.each<Partial<Tariff>>([
    {},
    { montant: 0, montantPromo: 1_000_000_000 },
    { nombreMinutesPlafond: null },
    { nombreMinutesPlafond: 300 },
    { nombreMinutesGratuites: 1440, franchise: true },
    { nombreMinutesGratuites: 101 },
    { nombreMinutesAvantDepassement: 61, nombreMinutesAvantEnlevement: 90, rappelMinutes: 60 },
    { typeTarif: "jour", montantPlafond: null, nombreMinutesPlafond: null },
    {
      typeTarif: "mois",
      abonnement: true,
      montantPlafond: null,
      nombreMinutesPlafond: null,
      nombreMinutesGratuites: null,
      nombreMinutesAvantDepassement: null,
      montantDepassement: null,
      uniteDureeDepassement: null,
      rappelMinutes: null,
      nombreMinutesAvantEnlevement: null,
      montantEnlevement: null,
      nombreMaxOccupations: 3,
      placeAttribuee: true,
    },
  ])("a tariff shown and sent back is unchanged: %o", (changes) => {
    const applied = tariff(changes);
    const { id, idExploitant, libelle, libellePublic, placeAttribuee, ...sent } = applied;
    const expected = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null));
    if (applied.abonnement) expected.placeAttribuee = placeAttribuee;
    expect(toWire(toForm(applied))).toEqual(expected);
    expect(safeParse(tariffSchema, toForm(applied)).success).toBe(true);
  });

  it("shows limits in days when they are whole days, otherwise in hours", () => {
    expect(toForm(tariff())).toMatchObject({
      nombreMinutesAvantDepassement: "3",
      overrunAfterUnit: "jour",
      nombreMinutesAvantEnlevement: "168h01",
      removalAfterUnit: "heure",
    });
  });

  it("sends nothing of what the type leaves out", () => {
    const daily = toWire({ ...toForm(tariff({ franchise: true })), typeTarif: "mois" });
    expect(daily).toMatchObject({ abonnement: true, franchise: false });
    for (const field of ["montantPlafond", "nombreMinutesPlafond", "nombreMinutesGratuites"]) {
      expect(daily[field as keyof typeof daily]).toBeUndefined();
    }
  });
});
