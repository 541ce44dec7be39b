import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { RIGHTS_OF_ROLE } from "@/api/rights";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import type { FieldTask } from "./api";
import { formatDistance, metresBetween } from "./distance";
import { stopsOf } from "./stops";
import { taskKind, taskWords } from "./wording";

const nantes = { latitude: 47.2184, longitude: -1.5536 };

const at = (id: number, nom: string, latitude = "", longitude = ""): FieldTask["station"] => ({
  id,
  nom,
  adresse: "1 quai",
  codePostal: "44000",
  ville: "Nantes",
  latitude,
  longitude,
});

const task = (rest: Partial<FieldTask>): FieldTask => ({
  genre: "bloque",
  depuis: "2026-11-26T12:00:00+01:00",
  station: at(5, "Gare"),
  casier: { id: 2, nom: "A2", complement: "", type: { id: 2, nom: "Vélo", cle: "velo" } },
  horsService: null,
  ...rest,
});

const far = at(1, "Abri", "47.2500", "-1.6000");
const near = at(2, "Gare", "47.2190", "-1.5530");
const nowhere = at(3, "Zénith");

describe("distances", () => {
  it("are those of the map", () => {
    expect(metresBetween(nantes, nantes)).toBe(0);
    const paris = { latitude: 48.8566, longitude: 2.3522 };
    expect(Math.round(metresBetween(nantes, paris) / 1000)).toBe(343);
    expect(metresBetween(paris, nantes)).toBeCloseTo(metresBetween(nantes, paris));
  });

  it.each([
    [4, "0\u00a0m"],
    [346, "350\u00a0m"],
    [994, "990\u00a0m"],
    [996, "1\u00a0km"],
    [2449, "2,4\u00a0km"],
  ])("%d metres are told", (metres, told) => expect(formatDistance(metres)).toBe(told));
});

describe("stations to go to", () => {
  const tasks = [far, near, nowhere, near].map((station) => task({ station }));
  const names = (here: typeof nantes | null) =>
    stopsOf(tasks, here).map(({ station, tasks }) => `${station.nom} ${tasks.length}`);

  it("keep their order, each with what there is to do", () =>
    expect(names(null)).toEqual(["Abri 1", "Gare 2", "Zénith 1"]));

  it("start with the nearest, and end with those that are on no map", () =>
    expect(names(nantes)).toEqual(["Gare 2", "Abri 1", "Zénith 1"]));
});

describe("what is urgent", () => {
  const repair = { id: 1, numero: 6, cause: "porte" as const, description: "", urgente: true };
  const urgent = task({ genre: "intervention", station: far, intervention: repair });

  it("stands before what is nearer, and says so", () => {
    const told = stopsOf([task({ station: near }), urgent, task({ station: far })], nantes);
    expect(told.map(({ station, urgent }) => [station.nom, urgent])).toEqual([
      ["Abri", true],
      ["Gare", false],
      ["Abri", false],
    ]);
    expect(taskKind(urgent).label).toBe("Urgente");
  });
});

describe("a task", () => {
  const now = Date.parse("2026-11-29T13:00:00+01:00");
  const outage = { depuis: null, motif: "", retourPrevu: "2026-12-04" };

  it("tells why and since when", () => {
    expect(taskWords(task({}), now)).toBe("depuis 3\u00a0jours");
    expect(taskWords(task({ horsService: { ...outage, cause: "serrure" } }), now)).toBe(
      "Serrure, retour prévu le 04/12/2026, depuis 3\u00a0jours",
    );
    expect(
      taskWords(
        task({ depuis: null, horsService: { ...outage, retourPrevu: null, cause: "autre" } }),
        now,
      ),
    ).toBe("");
  });
});

describe("a technician", () => {
  withTestServer();
  const items = [
    task({
      genre: "hors_service",
      station: far,
      horsService: { cause: "serrure", depuis: null, motif: "Pêne tordu", retourPrevu: null },
    }),
    task({ genre: "muette", station: near, casier: null }),
    task({ genre: "velo_a_enlever", station: near, casier: null, idVeloLaisse: 4 }),
  ];
  const answer = (body: object) =>
    server.use(
      http.get("/api/admin/exploitant/:id/a-faire-sur-place", () => HttpResponse.json(body)),
    );
  const stations = () =>
    within(screen.getByRole("region", { name: "À faire sur place" }))
      .getAllByRole("heading", { level: 3 })
      .map(({ textContent }) => textContent);

  beforeEach(() => signedIn());

  it("opens a locker from the list, by name or the nearest first", async () => {
    answer({ total: 3, items });
    Object.defineProperty(navigator, "geolocation", {
      configurable: true,
      value: {
        getCurrentPosition: (told: PositionCallback) =>
          told({ coords: nantes } as GeolocationPosition),
      },
    });
    const app = renderApp("/mode-maintenance");
    const locker = await screen.findByRole("link", { name: /^A2/ });
    expect(locker).toHaveTextContent("Pêne torduHors service");
    expect(screen.getByRole("link", { name: /^Toute la station/ })).toHaveTextContent(
      "Contrôleur muet",
    );
    const bike = screen.getByRole("link", { name: /^Vélo laissé/ });
    expect(bike).toHaveTextContent("dossier n° 4, depuis");
    expect(bike).toHaveAttribute("href", "/velos-laisses?etape=preavis&ligne=4");
    expect(stations()).toEqual(["Abri", "Gare"]);
    await userEvent.click(screen.getByRole("button", { name: "Les plus proches d'abord" }));
    await waitFor(() => expect(stations()).toEqual(["Gare", "Abri"]));
    await userEvent.click(locker);
    await waitFor(() => expect(app.router.state.location.searchStr).toBe("?station=1&casier=2"));
  });

  it("is asked for a locker when there is nothing to do", async () => {
    answer({ total: 0, items: [] });
    renderApp("/mode-maintenance");
    expect(await screen.findByText("Quel casier cherchez-vous ?")).toBeVisible();
  });

  it("finds it at the head of the home page", async () => {
    const { type } = task({}).casier ?? {};
    const lockers = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(
      (id) => ({ id, nom: `A${id}`, complement: "", type }) as FieldTask["casier"],
    );
    answer({ total: 30, items: lockers.map((casier) => task({ casier })) });
    signedIn({ rights: RIGHTS_OF_ROLE.Mainteneur });
    renderApp("/");
    const list = await screen.findByRole("region", { name: "À faire sur place" });
    expect(within(list).getAllByRole("listitem")).toHaveLength(8);
    expect(within(list).getByRole("link", { name: "Tout voir (30)" })).toBeVisible();
  });
});
