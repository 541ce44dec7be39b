import type { Figures, Point } from "@/dashboard/types";

const compared = <N>(valeur: N, precedente: N) => ({ valeur, precedente });

const perhaps = (valeur: number | null, precedente: number | null) => ({ valeur, precedente });

export const point = (du: string, changes: Partial<Point> = {}): Point => ({
  du,
  au: du,
  utilisations: 120,
  utilisationsPrecedentes: 100,
  recettes: 24_050,
  encaisse: 25_000,
  rembourse: 950,
  dureeMoyenne: 95.4,
  dureeMediane: 60,
  depassements: 3,
  enlevements: 1,
  usagersNouveaux: 8,
  usagersRevenus: 60,
  ...changes,
});

export const stationRate = (id: number, nom: string, moyenne: number | null) => ({
  id,
  nom,
  exploitant: "Métropole de Grandval",
  taux: [moyenne, moyenne],
  moyenne,
  precedente: 0.5,
});

/** The statistics of two days in March. */
export function figures(changes: Partial<Figures> = {}): Figures {
  return {
    exploitant: { id: 1, nom: "Métropole de Grandval" },
    periode: { du: "2026-03-04", au: "2026-03-05" },
    precedente: { du: "2026-03-02", au: "2026-03-03" },
    pas: "jour",
    resume: {
      utilisations: compared(1240, 1100),
      recettes: compared(48_100, 48_100),
      encaisse: compared(50_000, 49_000),
      rembourse: compared(1_900, 900),
      dureeMoyenne: perhaps(95.4, 100),
      dureeMediane: perhaps(60, null),
      depassements: compared(6, 0),
      enlevements: compared(24, 2),
      usagersNouveaux: compared(16, 20),
      usagersRevenus: compared(120, 119),
      tauxOccupation: perhaps(0.634, 0.611),
    },
    serie: [
      point("2026-03-04", { utilisations: 500 }),
      point("2026-03-05", { utilisations: 740, dureeMediane: null }),
    ],
    heures: Array.from({ length: 168 }, (_, hour) => ({
      jour: Math.floor(hour / 24) + 1,
      heure: hour % 24,
      utilisations: hour === 32 ? 90 : 0,
    })),
    occupation: [stationRate(5, "Gare centrale", 0.82), stationRate(6, "Pont Neuf", 0.4)],
    tarifs: [{ id: 3, libelle: "Vélo à l'heure", nombre: 90, montant: 40_000, precedente: 20_000 }],
    statuts: [
      {
        cle: "PAID",
        libelle: "PAYÉ",
        couleur: "green",
        nombre: 80,
        montant: 40_000,
        precedente: 50_000,
      },
    ],
    casiers: {
      frequentes: [
        {
          id: 1,
          nom: "A1",
          station: { id: 5, nom: "Gare centrale" },
          utilisations: 40,
          minutes: 3125,
        },
      ],
      delaisses: [
        { id: 9, nom: "C9", station: { id: 6, nom: "Pont Neuf" }, utilisations: 0, minutes: 0 },
      ],
    },
    ...changes,
  };
}

/** The statistics of the same days without any stay. */
export function noFigures(): Figures {
  const some = figures();
  const zero = compared(0, 0);
  const none = perhaps(null, null);
  return {
    ...some,
    resume: {
      utilisations: zero,
      recettes: zero,
      encaisse: zero,
      rembourse: zero,
      dureeMoyenne: none,
      dureeMediane: none,
      depassements: zero,
      enlevements: zero,
      usagersNouveaux: zero,
      usagersRevenus: zero,
      tauxOccupation: none,
    },
    serie: some.serie.map(({ du }) =>
      point(du, {
        utilisations: 0,
        utilisationsPrecedentes: 0,
        recettes: 0,
        encaisse: 0,
        rembourse: 0,
        dureeMoyenne: null,
        dureeMediane: null,
        depassements: 0,
        enlevements: 0,
        usagersNouveaux: 0,
        usagersRevenus: 0,
      }),
    ),
    heures: some.heures.map((hour) => ({ ...hour, utilisations: 0 })),
    occupation: [],
    tarifs: [],
    statuts: [],
    casiers: { frequentes: [], delaisses: [] },
  };
}
