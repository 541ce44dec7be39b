import { focusManager } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Locker } from "@/entities/locker/api";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { ALL_RIGHTS, intervention, locker, overtaken, station } from "@/test/data";

withTestServer();

const north = { id: 6, nom: "Place nord" };
const a1 = locker({ id: 1, nom: "A1" });
const a10 = locker({ id: 10, nom: "A10" });
const a1North = locker({ id: 21, nom: "A1", station: north, etat: "Occupé" });

function answerLockers(first = a1) {
  server.use(
    http.get("/api/admin/station/exploitant/:id", () =>
      HttpResponse.json([station(), station({ id: 6, nom: north.nom })]),
    ),
    http.get("/api/admin/station/:id/casiers", ({ params }) =>
      HttpResponse.json(params.id === "5" ? [a10, first] : [a1North]),
    ),
  );
}

const results = () =>
  within(screen.getByRole("list", { name: "Casiers trouvés" })).getAllByRole("button");

describe("a technician", () => {
  beforeEach(() => {
    signedIn();
    answerLockers();
  });

  it("finds lockers by code, an exact match first", async () => {
    renderApp("/mode-maintenance");
    await userEvent.type(await screen.findByRole("searchbox", { name: "Code du casier" }), "a1");
    await waitFor(() => expect(results()).toHaveLength(3));
    expect(results().map((result) => result.textContent)).toEqual([
      "A1Gare centraleLibre",
      "A1Place nordOccupé",
      "A10Gare centraleLibre",
    ]);
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Station" }), "Place nord");
    await waitFor(() => expect(results()).toHaveLength(1));
  });

  it("opens the sheet of the door whose code it reads", async () => {
    server.use(http.get("/api/admin/casier/1/fiche", () => HttpResponse.json(a1)));
    const app = renderApp("/mode-maintenance?casier=1");
    expect(await screen.findByRole("heading", { name: "Casier A1" })).toBeVisible();
    expect(app.router.state.location.href).toBe("/mode-maintenance?station=5&casier=1");
  });

  it("opens it, looks for another one afresh, and « back » of the phone restores the typed search", async () => {
    server.use(
      http.patch("/api/admin/casier/:id/maintenance/generer_code", ({ params }) =>
        params.id === "1"
          ? HttpResponse.json({
              code: "816952",
              dateFin: new Date(Date.now() + 180_000).toISOString(),
            })
          : new HttpResponse(null, { status: 404 }),
      ),
    );
    const app = renderApp("/mode-maintenance");
    await userEvent.type(await screen.findByRole("searchbox"), "a1");
    await waitFor(() => expect(results()).toHaveLength(3));
    await userEvent.click(results()[0] as HTMLElement);
    expect(await screen.findByRole("heading", { name: "Casier A1" })).toHaveFocus();
    expect(app.router.state.location.searchStr).toBe("?station=5&casier=1");
    await userEvent.click(screen.getByRole("button", { name: "Ouvrir le casier" }));
    expect(await screen.findByText("816952")).toBeVisible();
    expect(screen.getByRole("timer")).toHaveTextContent("00:03:00");
    expect(screen.getByText(/^À taper au clavier du casier/)).toBeVisible();
    act(() => app.router.history.back());
    expect(await screen.findByRole("searchbox")).toHaveValue("a1");
    await userEvent.click(results()[0] as HTMLElement);
    await userEvent.click(await screen.findByRole("button", { name: "Chercher un autre casier" }));
    expect(await screen.findByRole("searchbox")).toHaveValue("");
  });

  it("takes it out of service with a reason, and back", async () => {
    const bodies: string[] = [];
    server.use(
      http.patch("/api/admin/casier/:id/switch-actif", async ({ request }) => {
        bodies.push(await request.text());
        const outage = { depuis: null, motif: "Pêne tordu", retourPrevu: "2027-03-04" };
        const off = { actif: false, etat: "Inactif", horsService: { ...outage, cause: "serrure" } };
        const changed = locker(bodies.length === 1 ? (off as Partial<Locker>) : {});
        answerLockers(changed);
        return HttpResponse.json(changed);
      }),
    );
    renderApp("/mode-maintenance?station=5&casier=1");
    const off = await screen.findByRole("button", { name: "Mettre hors service" });
    await userEvent.click(off);
    expect(await screen.findByText("Veuillez indiquer le motif.")).toBeVisible();
    expect(bodies).toEqual([]);
    await userEvent.type(screen.getByRole("textbox", { name: /Motif/ }), " Pêne tordu ");
    await userEvent.click(screen.getByRole("button", { name: "Serrure" }));
    await userEvent.type(screen.getByRole("textbox", { name: "Retour prévu" }), "31/2/2027");
    await userEvent.click(off);
    expect(await screen.findByText("Le jour du retour n'est pas correct.")).toBeVisible();
    await userEvent.clear(screen.getByRole("textbox", { name: "Retour prévu" }));
    await userEvent.type(screen.getByRole("textbox", { name: "Retour prévu" }), "4/3/2027");
    await userEvent.click(off);
    expect(await screen.findByText("Casier A1 est hors service.")).toBeVisible();
    expect(await screen.findByText("Serrure, retour prévu le 04/03/2027")).toBeVisible();
    expect(screen.getByText("Pêne tordu")).toBeVisible();
    await userEvent.click(await screen.findByRole("button", { name: "Remettre en service" }));
    expect(await screen.findByText("Casier A1 est de nouveau en service.")).toBeVisible();
    expect(bodies).toEqual([
      '{"cause":"serrure","motif":"Pêne tordu","retourPrevu":"2027-03-04"}',
      "",
    ]);
  });

  it("is asked, once it is back, whether its intervention is done", async () => {
    answerLockers(locker({ actif: false, etat: "Inactif" }));
    let closed: unknown;
    server.use(
      http.patch("/api/admin/casier/:id/switch-actif", () => {
        answerLockers();
        return HttpResponse.json(a1);
      }),
      http.get("/api/admin/exploitant/:id/interventions", () =>
        HttpResponse.json({ items: [intervention()], total: 1 }),
      ),
      http.get("/api/admin/intervention/:id", () =>
        HttpResponse.json({ ...intervention(), lignes: [], photos: [] }),
      ),
      http.post("/api/admin/intervention/12/resolution", async ({ request }) => {
        closed = await request.json();
        return HttpResponse.json(intervention({ etat: "resolue" }));
      }),
    );
    renderApp("/mode-maintenance?station=5&casier=1");
    await userEvent.click(await screen.findByRole("button", { name: "Remettre en service" }));
    const question = await screen.findByRole("dialog", { name: "Intervention ouverte" });
    await userEvent.click(within(question).getByRole("button", { name: "Clore" }));
    expect(await screen.findByText("L'intervention n° 12 est résolue.")).toBeVisible();
    expect(closed).toEqual({ commentaire: "Le casier est de nouveau en service." });
  });

  it("reads the last comments of its intervention, takes it, and closes it with the locker back", async () => {
    const line = { genre: "commentaire", auteur: "Ada Martin", responsable: null, pieces: "" };
    const comments = ["Premier", "Deuxième", "Troisième", "Quatrième"].map((texte, i) => ({
      ...line,
      texte,
      minutes: 0,
      instant: `2026-11-20T16:0${i}:00+01:00`,
    }));
    const out = intervention({ casierActif: false });
    answerLockers(locker({ actif: false, etat: "Inactif" }));
    server.use(
      http.get("/api/admin/exploitant/:id/interventions", () =>
        HttpResponse.json({ items: [out], total: 1 }),
      ),
      http.get("/api/admin/intervention/:id", () =>
        HttpResponse.json({ ...out, lignes: comments, photos: [] }),
      ),
      http.post("/api/admin/intervention/12/resolution", () => HttpResponse.json(out)),
    );
    renderApp("/mode-maintenance?station=5&casier=1");
    const repair = within(await screen.findByRole("region", { name: "Intervention n°\u00a012" }));
    expect(repair.getByRole("link", { name: "Intervention n°\u00a012" })).toHaveAttribute(
      "href",
      "/interventions?station=5&ligne=12",
    );
    const last = within(await repair.findByRole("list", { name: "Derniers commentaires" }));
    expect(last.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      "Quatrième20/11/2026 - 16h03, Ada Martin",
      "Troisième20/11/2026 - 16h02, Ada Martin",
      "Deuxième20/11/2026 - 16h01, Ada Martin",
    ]);
    const look = (name: string) => repair.getByRole("button", { name }).dataset.variant;
    expect(look("Prendre en charge")).not.toBe("default");
    expect(look("Clore l'intervention")).toBe("default");
    expect(screen.getByRole("heading", { name: "Service" })).toBeVisible();
    await userEvent.click(repair.getByRole("button", { name: "Clore l'intervention" }));
    const modal = within(await screen.findByRole("dialog", { name: /^Clore/ }));
    await userEvent.click(modal.getByRole("button", { name: "Clore" }));
    expect(
      await screen.findByText(
        "L'intervention n° 12 est résolue. Le casier A1 est de nouveau en service.",
      ),
    ).toBeVisible();
  });

  it("gives up the report of a breakdown", async () => {
    renderApp("/mode-maintenance?station=5&casier=1");
    await userEvent.click(await screen.findByRole("button", { name: "Signaler une panne" }));
    const report = within(await screen.findByRole("form", { name: "Signaler une panne" }));
    await userEvent.click(report.getByRole("button", { name: "Annuler" }));
    expect(await screen.findByRole("button", { name: "Signaler une panne" })).toBeVisible();
  });

  it("sees the bicycles of a space that have a file, and opens one that has a number", async () => {
    const collective = { id: 4, nom: "Collectif", cle: "collectif" } as const;
    answerLockers(locker({ nom: "Abri", type: collective }));
    const file = { id: 4, etape: "preavis", description: "VTT noir", etiquette: "V-037" };
    const requests: string[] = [];
    server.use(
      http.get("/api/admin/exploitant/:id/velos-laisses", ({ request }) => {
        requests.push(new URL(request.url).search);
        return HttpResponse.json({ items: [file], total: 1 });
      }),
      http.post("/api/admin/exploitant/:id/velos-laisses", () => HttpResponse.json({ id: 5 })),
    );
    renderApp("/mode-maintenance?station=5&casier=1");
    const left = within(await screen.findByRole("region", { name: "Vélos laissés" }));
    expect(left.getByRole("link", { name: "Dossier n°\u00a04" })).toHaveAttribute(
      "href",
      "/velos-laisses?etape=preavis&ligne=4",
    );
    expect(left.getByText("VTT noir, étiquette V-037")).toBeVisible();
    expect(requests[0]).toContain("station=5&etape=ouvert&etape=preavis");
    await userEvent.click(screen.getByRole("button", { name: "Ouvrir un dossier vélo laissé" }));
    const modal = within(await screen.findByRole("dialog"));
    await userEvent.type(modal.getByLabelText(/^Description du vélo/), "Vélo bleu");
    await userEvent.type(modal.getByLabelText(/^Numéro de l'étiquette/), "V-040");
    await userEvent.click(modal.getByRole("button", { name: "Ouvrir le dossier" }));
    expect(await screen.findByText("Le dossier est ouvert. Son numéro : 5.")).toBeVisible();
  });

  it("is told who took it out of service meanwhile", async () => {
    let version: string | null = null;
    server.use(
      http.patch("/api/admin/casier/:id/switch-actif", ({ request }) => {
        version = request.headers.get("If-Match");
        answerLockers(locker({ version: 2, actif: false, etat: "Inactif" }));
        const objet = { type: "casier", id: 1, nom: "A1" };
        return HttpResponse.json(overtaken("casier.desactivation", objet), { status: 409 });
      }),
    );
    renderApp("/mode-maintenance?station=5&casier=1");
    await userEvent.type(await screen.findByRole("textbox", { name: /Motif/ }), "Serrure bloquée");
    await userEvent.click(screen.getByRole("button", { name: "Mettre hors service" }));
    expect(
      await screen.findByText(
        /^Casier A1 mis hors service par Zoé Martin le 22\/11\/2026 à 23h02\./,
      ),
    ).toBeVisible();
    expect(screen.getByRole("button", { name: "Remettre en service" })).toBeVisible();
    expect(version).toBe('"1"');
  });

  it("sees a message when the locker does not exist", async () => {
    renderApp("/mode-maintenance?station=5&casier=99");
    expect(await screen.findByText("Ce casier n'existe plus dans cette station.")).toBeVisible();
  });
});

describe("what is on screen", () => {
  afterEach(() => {
    focusManager.setFocused(undefined);
    vi.useRealTimers();
  });

  /** Shows one locker of each station, and returns the calls for lockers made from then on. */
  async function search(stations: number): Promise<string[]> {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    signedIn();
    const places = Array.from({ length: stations }, (_, i) => ({
      id: i + 1,
      nom: `Place ${i + 1}`,
    }));
    const calls: string[] = [];
    server.use(
      http.get("/api/admin/station/exploitant/:id", () => HttpResponse.json(places.map(station))),
      http.get("/api/admin/station/:id/casiers", ({ params }) => {
        calls.push(String(params.id));
        const place = places.find(({ id }) => String(id) === params.id) ?? places[0];
        return HttpResponse.json([locker({ id: Number(params.id), nom: "A1", station: place })]);
      }),
    );
    renderApp("/mode-maintenance");
    fireEvent.change(await screen.findByRole("searchbox"), { target: { value: "a1" } });
    await waitFor(() => expect(results()).toHaveLength(stations));
    calls.length = 0;
    return calls;
  }

  it("is loaded again every 15 s by four calls at most, each station in its turn", async () => {
    const calls = await search(30);
    for (let round = 1; round <= 8; round++) {
      await act(() => vi.advanceTimersByTimeAsync(15_000));
      await waitFor(() => expect(calls).toHaveLength(round * 4));
    }
    expect(new Set(calls).size).toBe(30);
  });

  it("is loaded again every 15 s when it is all of one station", async () => {
    const calls = await search(1);
    await act(() => vi.advanceTimersByTimeAsync(15_000));
    await waitFor(() => expect(calls).toEqual(["1"]));
  });

  it("may be out of date when loading it again fails, and says so", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    signedIn();
    answerLockers();
    renderApp("/mode-maintenance?station=5&casier=1");
    expect(await screen.findByRole("heading", { name: "Casier A1" })).toBeVisible();
    server.use(http.get("/api/admin/station/:id/casiers", () => HttpResponse.error()));
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(await screen.findByText(/La mise à jour est interrompue/)).toBeVisible();
    expect(screen.getByRole("heading", { name: "Casier A1" })).toBeVisible();
  });

  it("is not loaded again while the window is hidden, and at once when it returns", async () => {
    const calls = await search(30);
    act(() => focusManager.setFocused(false));
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(calls).toEqual([]);
    act(() => focusManager.setFocused(true));
    await waitFor(() => expect(calls).toHaveLength(4));
  });
});

it("accounts without the right see a refusal, and no entry in the menu", async () => {
  signedIn({
    rights: ALL_RIGHTS.filter((right) => right !== "DROIT_MODE_MAINTENANCE_MOBILE_ECRITURE"),
  });
  renderApp("/mode-maintenance");
  expect(
    await screen.findByText("Accès refusé. Cette page n'est pas accessible avec votre compte."),
  ).toBeVisible();
  expect(screen.queryByRole("link", { name: "Mode maintenance" })).toBeNull();
});
