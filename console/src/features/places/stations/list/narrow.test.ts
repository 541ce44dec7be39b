import { describe, expect, it } from "vitest";
import type { Station } from "@/entities/station/api";
import { station } from "@/test/data";
import { clusters } from "../map/clusters";
import { narrowStations, noMatchWords } from "./narrow";

const at = (ville: string) => ({ adresse: "1 place de la Gare", codePostal: "38000", ville });
const silent = { muetteDepuis: "2026-11-20T08:00:00+01:00", logiciel: "" };

const STATIONS: Station[] = [
  station({ id: 1, nom: "Gare 10", libelleAdmin: "B", nombreCasiersLibres: 3 }),
  station({ id: 2, nom: "Gare 9", libelleAdmin: "C", nombreCasiersLibres: 0 }),
  station({
    id: 3,
    nom: "Hôtel de ville",
    libelleAdmin: "A",
    actif: false,
    nombreCasiersLibres: 0,
  }),
  station({ id: 4, nom: "Lycée", libelleAdmin: "D", stationType: "collec", adresse: at("L'Haÿ") }),
  station({ id: 5, nom: "Parvis", libelleAdmin: "E", controleur: silent }),
];

describe("a list of stations", () => {
  it.each([
    [{}, [1, 2, 3, 4, 5]],
    [{ recherche: "gare" }, [1, 2, 3, 5, 4]], // « place de la Gare » is an address
    [{ recherche: "hotel VILLE" }, [3]],
    [{ recherche: "hay lycee" }, [4]],
    [{ recherche: "nulle part" }, []],
    [{ type: "collec" }, [4]],
    [{ etat: "inactive" }, [3]],
    [{ etat: "active" }, [1, 2, 4, 5]],
    [{ etat: "muette" }, [5]],
    [{ complete: 1 }, [2]], // one out of service is not full
    [{ tri: "libelle" }, [3, 1, 2, 4, 5]],
    [{ tri: "nom" }, [2, 1, 3, 4, 5]], // 9 before 10
    [{ tri: "nom", sens: "desc" }, [5, 4, 3, 1, 2]],
    [{ tri: "places" }, [2, 3, 1, 4, 5]],
    [{ tri: "places", sens: "desc" }, [4, 5, 1, 2, 3]],
    [{ tri: "etat" }, [3, 5, 2, 1, 4]],
  ] as const)("narrowed by %j", (search, expected) => {
    const ids = narrowStations(STATIONS, search).map(({ id }) => id);
    expect("tri" in search ? ids : [...ids].sort()).toEqual(
      "tri" in search ? expected : [...expected].sort(),
    );
  });
});

it("gathers the markers of a map that would cover each other", () => {
  const points = [
    { id: 1, x: 5, y: 5 },
    { id: 2, x: 35, y: 20 },
    { id: 3, x: 46, y: 5 },
  ];
  expect(clusters(points, 40)).toEqual([
    { x: 5, y: 5, ids: [1, 2] },
    { x: 46, y: 5, ids: [3] },
  ]);
  expect(clusters(points, 1)).toHaveLength(3);
});

it.each([
  [{ etat: "muette" }, "Aucune station muette."],
  [{ complete: 1 }, "Aucune station complète."],
  [{ type: "collec" }, "Aucune station ne correspond à vos filtres."],
  [{ etat: "active", complete: 1 }, "Aucune station ne correspond à vos filtres."],
  [{ etat: "muette", recherche: "gare" }, "Aucune station ne correspond à votre recherche."],
] as const)("an empty list of %j is told", (search, title) =>
  expect(noMatchWords(search).title).toBe(title),
);
