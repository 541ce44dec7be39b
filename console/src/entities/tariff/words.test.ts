import { describe, expect, it } from "vitest";
import {
  ceilingOf,
  freeOf,
  kindOf,
  limitsOf,
  type Period,
  periodInWords,
  priceOf,
  type Terms,
  termsInWords,
} from "./words";

const plain = (text: string | null) => text?.replace(/[\u00A0\u202F]/g, " ") ?? null;

const terms = (changes: Partial<Terms> = {}): Terms => ({
  abonnement: false,
  typeTarif: "heure",
  montant: 50,
  montantPromo: null,
  montantPlafond: null,
  nombreMinutesPlafond: null,
  nombreMinutesGratuites: null,
  franchise: false,
  nombreMinutesAvantDepassement: null,
  montantDepassement: null,
  uniteDureeDepassement: null,
  nombreMinutesAvantEnlevement: null,
  montantEnlevement: null,
  rappelMinutes: null,
  ...changes,
});

it("names the kind", () => {
  expect(kindOf(terms())).toBe("Tarif horaire");
  expect(kindOf(terms({ abonnement: true }))).toBe("Abonnement");
});

it.each<[Partial<Terms>, string]>([
  [{}, "0,50 € / heure"],
  [{ typeTarif: "jour", montant: 135 }, "1,35 € / jour"],
  [{ typeTarif: "mois", montant: 1500, abonnement: true }, "15,00 € / mois"],
  [{ montantPromo: 10 }, "0,10 € / heure au lieu de 0,50 €"],
  [{ montantPromo: 0 }, "Gratuit au lieu de 0,50 €"],
  [{ montantPromo: 50 }, "0,50 € / heure"],
  [{ montant: 0 }, "Gratuit"],
])("price %j", (changes, expected) => expect(plain(priceOf(terms(changes)))).toBe(expected));

it.each<[Partial<Terms>, string | null]>([
  [{}, null],
  [{ montantPlafond: 300 }, "3,00 € par utilisation"],
  [{ montantPlafond: 445, nombreMinutesPlafond: 1440 }, "4,45 € par période de 24 heures"],
  [{ montantPlafond: 445, nombreMinutesPlafond: 2880 }, "4,45 € par période de 2 jours"],
  [{ montantPlafond: 0, nombreMinutesPlafond: 120 }, "0,00 € par période de 2 heures"],
])("ceiling %j", (changes, expected) => expect(plain(ceilingOf(terms(changes)))).toBe(expected));

it.each<[Partial<Terms>, string | null]>([
  [{}, null],
  [{ nombreMinutesGratuites: 15 }, "Utilisations de 15 minutes au plus"],
  [{ nombreMinutesGratuites: 1 }, "Utilisations de 1 minute au plus"],
  [{ nombreMinutesGratuites: 1440, franchise: true }, "Toute utilisation, pendant 24 heures"],
])("free %j", (changes, expected) => expect(plain(freeOf(terms(changes)))).toBe(expected));

it.each<[Partial<Terms>, string | null, string | null]>([
  [{}, null, null],
  [
    {
      nombreMinutesAvantDepassement: 1440,
      montantDepassement: 100,
      uniteDureeDepassement: "heure",
      nombreMinutesAvantEnlevement: 2880,
      montantEnlevement: 2000,
    },
    "Après 1 jour : 1,00 € / heure",
    "Après 2 jours : 20,00 €",
  ],
  [
    { nombreMinutesAvantDepassement: 45, nombreMinutesAvantEnlevement: 100 },
    "Après 45 minutes : sans frais",
    "Après 1 h 40 min : sans frais",
  ],
  [
    { nombreMinutesAvantDepassement: 300, nombreMinutesAvantEnlevement: 1500 },
    "Après 5 heures : sans frais",
    "Après 25 heures : sans frais",
  ],
])("limits %j", (changes, overrun, removal) => {
  const limits = limitsOf(terms(changes));
  expect([plain(limits.overrun), plain(limits.removal)]).toEqual([overrun, removal]);
});

it("leaves out what the condition does not say", () => {
  const labels = (changes: Partial<Terms>) =>
    termsInWords(terms(changes)).map(({ label }) => label);
  expect(labels({})).toEqual(["Prix"]);
  expect(labels({ typeTarif: "mois" })).toEqual(["Tarif mensuel"]);
  expect(labels({ montantPlafond: 300, nombreMinutesAvantEnlevement: 60 })).toEqual([
    "Prix",
    "Plafond",
    "Enlèvement",
  ]);
  const opens = termsInWords(
    terms({ typeTarif: "mois", abonnement: true, nombreMaxOccupations: 2, placeAttribuee: true }),
  );
  expect(opens.slice(1)).toEqual([
    { label: "Utilisations à la fois", value: "2" },
    { label: "Casier attribué", value: "À chaque abonné qui en reçoit un" },
  ]);
});

describe("a period", () => {
  const period = (changes: Partial<Period>): Period => ({
    libelle: "Nuit",
    joursSemaine: ["1", "2", "3", "4", "5", "6", "7"],
    dateDebut: null,
    dateFin: null,
    heureDebut: null,
    heureFin: null,
    ...changes,
  });

  it.each<[Partial<Period>, string]>([
    [{}, "Tous les jours"],
    [{ joursSemaine: [] }, "Tous les jours"],
    [{ joursSemaine: ["1", "2", "3", "4", "5"] }, "Du lundi au vendredi"],
    [{ joursSemaine: ["7", "6"] }, "Les samedi et dimanche"],
    [{ joursSemaine: ["3"] }, "Le mercredi"],
    [{ joursSemaine: ["1", "3", "5"] }, "Les lundi, mercredi et vendredi"],
    [{ heureDebut: "08-00", heureFin: "19-30" }, "Tous les jours, de 08h00 à 19h30"],
    [{ heureDebut: "20-00", heureFin: "07-00" }, "Tous les jours, de 20h00 à 07h00 le lendemain"],
    [{ heureDebut: "20-00", heureFin: "00-00" }, "Tous les jours, de 20h00 à minuit"],
    [{ heureDebut: "20-00" }, "Tous les jours, à partir de 20h00"],
    [{ heureFin: "07-00" }, "Tous les jours, jusqu'à 07h00"],
    [
      { joursSemaine: ["1"], dateDebut: "2026-03-01", dateFin: "2026-06-30" },
      "Le lundi, du 01-03-2026 au 30-06-2026",
    ],
    [{ dateDebut: "2026-03-01" }, "Tous les jours, à partir du 01-03-2026"],
    [{ dateFin: "2026-06-30" }, "Tous les jours, jusqu'au 30-06-2026"],
  ])("%j", (changes, expected) => expect(periodInWords(period(changes))).toBe(expected));
});
