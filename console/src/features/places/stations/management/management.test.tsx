import { focusManager } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import type { Right } from "@/api/rights";
import type { Locker } from "@/entities/locker/api";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { ALL_RIGHTS, intervention, locker, overtaken, problem, station, stay } from "@/test/data";

withTestServer();

const PAGE = "/tb-stations/5/details";
const occupied = locker({ id: 2, nom: "A2", etat: "Occupé", utilisations: [stay(70)] });
const cargo = locker({
  id: 3,
  nom: "A3",
  etat: "Inactif",
  actif: false,
  type: { id: 1, nom: "Vélo cargo", cle: "velo_cargo" },
});

function answerStation(casiers = [locker(), occupied, cargo], changes = {}) {
  server.use(
    http.get("/api/admin/station/:id", () => HttpResponse.json({ ...station(changes), casiers })),
  );
}

const without = (...refused: Right[]) => ALL_RIGHTS.filter((right) => !refused.includes(right));
const block = (name: string) => screen.findByRole("region", { name });

/** Simulates the window regaining the focus: everything on screen is loaded again. */
function comeBack() {
  act(() => {
    focusManager.setFocused(false);
    focusManager.setFocused(true);
    focusManager.setFocused(undefined);
  });
}

describe("an individual station", () => {
  it("says what it is, and counts its lockers by kind and by state", async () => {
    signedIn();
    answerStation();
    renderApp(PAGE);
    await screen.findByText("Gare centrale", { selector: "header p" });
    expect(screen.getByText("Gare centrale", { selector: "header p" })).toHaveTextContent(
      "Individuelle · Gare centrale",
    );
    expect(screen.getByRole("heading", { level: 1 }).closest("header")).toHaveTextContent("Active");
    expect(screen.getByRole("link", { name: "Retour : Mes stations" })).toHaveAttribute(
      "href",
      "/tb-stations",
    );
    expect(await block("Informations")).toHaveTextContent("GRV-01");
    const current = await block("Utilisation actuelle des casiers");
    for (const count of ["3 Casiers", "1 Vélo cargo", "2 Vélo", "0 Trottinette", "1 Libres"]) {
      expect(current).toHaveTextContent(count);
    }
    expect(within(current).getByRole("row", { name: /A2/ })).toHaveTextContent(
      "VéloRangée bassePauline JacquetOccupé",
    );
    expect(screen.queryByRole("searchbox")).toBeNull();
  });

  it("shows one part at a time by its tab, which the URL keeps", async () => {
    signedIn();
    answerStation();
    const app = renderApp(`${PAGE}?partie=informations`);
    expect(await block("Informations")).toBeVisible();
    expect(screen.queryByRole("region", { name: /Utilisation actuelle/ })).toBeNull();
    const [overview, lockers] = screen.getAllByRole("tab");
    expect(screen.getByRole("tab", { selected: true })).toHaveTextContent("Informations");
    await userEvent.click(lockers as HTMLElement);
    expect(await block("Utilisation actuelle des casiers")).toBeVisible();
    expect(screen.queryByRole("region", { name: "Informations" })).toBeNull();
    expect(app.router.state.location.search).toEqual({ partie: "unites" });
    await userEvent.keyboard("{ArrowLeft}");
    expect(overview).toHaveFocus();
    expect(await block("Informations")).toBeVisible();
    expect(await block("Journal")).toBeVisible();
    expect(app.router.state.location.search).toEqual({});
  });

  it("says in the row how long a stay has lasted and what it costs, and lists by a press on a count", async () => {
    signedIn();
    const start = new Date(Date.now() - 125 * 60_000).toISOString();
    const price = { ...stay(70).utilisation.occupationPrix, prixActuel: 450 };
    const late = stay(70, { debutOccupation: start, depassement: true, occupationPrix: price });
    answerStation([
      locker(),
      locker({ id: 2, nom: "A2", etat: "Occupé", utilisations: [late] }),
      cargo,
    ]);
    const app = renderApp(PAGE);
    const row = await screen.findByRole("row", { name: /A2/ });
    expect(row).toHaveTextContent("Occupé2 h 05 minTemps limite dépassé4,50 €");
    expect(within(row).getByRole("button", { name: "A2, gestion à distance" })).toBeVisible();

    const codes = () => screen.getAllByRole("rowheader").map(({ textContent }) => textContent);
    await userEvent.click(screen.getByRole("button", { name: "1 Occupés" }));
    await waitFor(() => expect(codes()).toEqual(["A2"]));
    expect(app.router.state.location.search).toEqual({ etat: "Occupé" });
    await userEvent.click(screen.getByRole("button", { name: "1 Vélo cargo" }));
    expect(await screen.findByText("Aucun casier n'est dans cet état.")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "3 Casiers" }));
    await waitFor(() => expect(codes()).toEqual(["A1", "A2", "A3"]));
  });

  it("opens a row on the customer, the stay and its price", async () => {
    signedIn();
    answerStation();
    renderApp(PAGE);
    await userEvent.click(await screen.findByRole("button", { name: "Détails de A2" }));
    const details = await screen.findByRole("region", { name: "Détails de A2" });
    expect(within(details).getByRole("region", { name: "Usager" })).toHaveTextContent(
      "06 39 98 46 42",
    );
    expect(within(details).getByRole("region", { name: "Utilisation" })).toHaveTextContent(
      "20/11/2026 - 14h28",
    );
    expect(within(details).getByRole("region", { name: "Tarification" })).toHaveTextContent(
      "aucune condition tarifaire",
    );
    expect(within(details).getByRole("button", { name: "Gestion à distance, A2" })).toBeVisible();
  });

  it("finds a locker by its code when there are many", async () => {
    signedIn();
    const many = Array.from({ length: 21 }, (_, i) => locker({ id: i + 1, nom: `A${i + 1}` }));
    answerStation(many);
    renderApp(PAGE);
    const box = await screen.findByRole("searchbox", { name: /Chercher un casier/ });
    await userEvent.type(box, "a12");
    await waitFor(() => expect(screen.queryByRole("row", { name: /A11/ })).toBeNull());
    expect(screen.getByRole("row", { name: /A12/ })).toBeVisible();
    await userEvent.type(box, "3");
    expect(await screen.findByText("Aucun casier ne porte le code « a123 ».")).toBeVisible();
  });

  it("refetches without losing the open row, the focus and the typed text", async () => {
    signedIn();
    const many = Array.from({ length: 21 }, (_, i) => locker({ id: i + 1, nom: `A${i + 1}` }));
    answerStation(many);
    renderApp(PAGE);
    await userEvent.click(await screen.findByRole("button", { name: "Détails de A12" }));
    const box = await screen.findByRole("searchbox");
    await userEvent.type(box, "a12");
    answerStation(
      many.map((one) =>
        one.nom === "A12" ? { ...one, etat: "Occupé" as const, utilisations: [stay(70)] } : one,
      ),
    );
    comeBack();
    const details = await screen.findByRole("region", { name: "Détails de A12" });
    await waitFor(() => expect(details).toHaveTextContent("Pauline Jacquet"));
    expect(box).toHaveFocus();
    expect(box).toHaveValue("a12");
  });

  it("keeps what it shows when a refetch fails, and says so", async () => {
    signedIn();
    answerStation();
    renderApp(PAGE);
    await screen.findByRole("row", { name: /A2/ });
    server.use(
      http.get("/api/admin/station/:id", () =>
        HttpResponse.json(problem(500, "Erreur", "Une erreur serveur est survenue."), {
          status: 500,
        }),
      ),
    );
    comeBack();
    expect(await screen.findByText(/La mise à jour est interrompue/)).toBeVisible();
    expect(screen.getByRole("row", { name: /A2/ })).toBeVisible();
  });

  it("switches a locker after a confirmation", async () => {
    signedIn();
    answerStation();
    let switched: unknown;
    server.use(
      http.patch("/api/admin/casier/:id/switch-actif", async ({ params, request }) => {
        switched = [params.id, await request.text()];
        answerStation([locker({ actif: false, etat: "Inactif" }), occupied, cargo]);
        return HttpResponse.json(locker({ actif: false, etat: "Inactif" }));
      }),
    );
    renderApp(PAGE);
    const toggle = await screen.findByRole("switch", { name: "Activer A1" });
    expect(toggle).toBeChecked();
    await userEvent.click(toggle);
    const modal = await screen.findByRole("dialog", { name: "Modification" });
    expect(modal).toHaveTextContent("Voulez-vous vraiment modifier le casier A1 ?");
    await userEvent.click(within(modal).getByRole("button", { name: "Confirmer" }));
    expect(await screen.findByText("Le casier A1 est hors service.")).toBeVisible();
    expect(switched).toEqual(["1", ""]);
    await waitFor(() => expect(toggle).not.toBeChecked());
    await waitFor(() => expect(toggle).toHaveFocus());
  });

  it("asks why a locker goes out of service, and says it beside its state", async () => {
    signedIn();
    answerStation();
    let told: unknown;
    server.use(
      http.patch("/api/admin/casier/:id/switch-actif", async ({ request }) => {
        told = await request.json();
        const horsService = { depuis: null, cause: "vandalisme", motif: "", retourPrevu: null };
        const off = { actif: false, etat: "Inactif", horsService } as Partial<Locker>;
        answerStation([locker(off), occupied, cargo]);
        return HttpResponse.json(locker(off));
      }),
    );
    renderApp(PAGE);
    await userEvent.click(await screen.findByRole("switch", { name: "Activer A1" }));
    const modal = await screen.findByRole("dialog", { name: "Modification" });
    await userEvent.click(await within(modal).findByRole("button", { name: "Vandalisme" }));
    await userEvent.click(within(modal).getByRole("button", { name: "Confirmer" }));
    expect(await screen.findByText("Le casier A1 est hors service.")).toBeVisible();
    expect(told).toEqual({ cause: "vandalisme" });
    expect(await screen.findByText("Vandalisme")).toBeVisible();
  });

  it("asks why the whole station goes out of service, and says it beside its state", async () => {
    signedIn();
    answerStation();
    let told: unknown;
    const off = {
      actif: false,
      horsService: { depuis: null, cause: "alimentation", motif: "Travaux", retourPrevu: null },
    } as const;
    server.use(
      http.patch("/api/admin/station/:id/switch-actif", async ({ request }) => {
        told = await request.json();
        answerStation([], off);
        return HttpResponse.json(station(off));
      }),
    );
    renderApp(PAGE);
    await userEvent.click(await screen.findByRole("switch", { name: /^Activer la station/ }));
    const modal = await screen.findByRole("dialog", { name: "Modification" });
    await userEvent.click(await within(modal).findByRole("button", { name: "Alimentation" }));
    await userEvent.type(within(modal).getByLabelText("Motif"), "Travaux");
    await userEvent.click(within(modal).getByRole("button", { name: "Confirmer" }));
    expect(await screen.findByText(/^La station .+ est hors service\.$/)).toBeVisible();
    expect(told).toEqual({ cause: "alimentation", motif: "Travaux" });
    expect(await screen.findByText("Travaux")).toBeVisible();
  });

  describe("back in service", () => {
    /** Answers the switches, and the open interventions of what is asked for; returns what was closed. */
    function answerReturn(open: ReturnType<typeof intervention>[]) {
      signedIn();
      answerStation([cargo], { actif: false });
      const closed: unknown[] = [];
      const asked: string[] = [];
      server.use(
        http.patch("/api/admin/casier/:id/switch-actif", () => {
          answerStation([{ ...cargo, actif: true, etat: "Libre" }]);
          return HttpResponse.json(locker());
        }),
        http.patch("/api/admin/station/:id/switch-actif", () => {
          answerStation([cargo]);
          return HttpResponse.json(station());
        }),
        http.get("/api/admin/exploitant/:id/interventions", ({ request }) => {
          asked.push(new URL(request.url).search);
          return HttpResponse.json({ items: open, total: open.length });
        }),
        http.post("/api/admin/intervention/:id/resolution", async ({ params, request }) => {
          closed.push([params.id, await request.json()]);
          if (params.id === "15") return HttpResponse.json(problem(409, "", ""), { status: 409 });
          return HttpResponse.json(intervention({ etat: "resolue" }));
        }),
      );
      return { asked, closed };
    }

    const back = async (name: RegExp) => {
      renderApp(PAGE);
      await userEvent.click(await screen.findByRole("switch", { name }));
      await userEvent.click(await screen.findByRole("button", { name: "Confirmer" }));
      expect(await screen.findByText(/ est de nouveau en service\.$/)).toBeVisible();
    };

    it("a locker: its open intervention may be closed with it", async () => {
      const { asked, closed } = answerReturn([intervention({ casier: { id: 3, nom: "A3" } })]);
      await back(/^Activer A3/);
      const question = await screen.findByRole("dialog", { name: "Intervention ouverte" });
      expect(question).toHaveTextContent("Clore aussi l'intervention n° 12 ?");
      expect(question).toHaveTextContent("n° 12 : Serrure, Pêne tordu, depuis le 20/11/2026");
      await userEvent.click(within(question).getByRole("button", { name: "Clore" }));
      expect(await screen.findByText("L'intervention n° 12 est résolue.")).toBeVisible();
      expect(closed).toEqual([["12", { commentaire: "Le casier est de nouveau en service." }]]);
      expect(asked[0]).toContain("casier=3");
    });

    it("a locker: or stays open", async () => {
      const { closed } = answerReturn([intervention()]);
      await back(/^Activer A3/);
      const question = await screen.findByRole("dialog", { name: "Intervention ouverte" });
      await userEvent.click(within(question).getByRole("button", { name: "La laisser ouverte" }));
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
      expect(closed).toEqual([]);
    });

    it("a locker of which nothing is open: nothing is asked", async () => {
      const { asked } = answerReturn([]);
      await back(/^Activer A3/);
      await waitFor(() => expect(asked).toHaveLength(1));
      expect(screen.queryByRole("dialog")).toBeNull();
    });

    it("a station: those of it as a whole, even if somebody closes one meanwhile", async () => {
      const whole = { casier: null, casierActif: null } as const;
      const other = intervention({
        ...whole,
        id: 15,
        numero: 15,
        cause: "reseau",
        description: "",
      });
      const { asked, closed } = answerReturn([intervention(whole), other]);
      await back(/^Activer la station/);
      const question = await screen.findByRole("dialog", { name: "Interventions ouvertes" });
      expect(question).toHaveTextContent("Clore aussi les interventions n° 12, n° 15 ?");
      await userEvent.click(within(question).getByRole("button", { name: "Clore" }));
      expect(await screen.findByText("Les interventions sont résolues.")).toBeVisible();
      const commentaire = "La station est de nouveau en service.";
      expect(closed).toEqual(["12", "15"].map((id) => [id, { commentaire }]));
      expect(asked[0]).toContain("station=5&entiere=true");
    });
  });

  it("does not switch a locker over somebody else's act, and says who acted", async () => {
    signedIn();
    answerStation();
    const versions: (string | null)[] = [];
    server.use(
      http.patch("/api/admin/casier/:id/switch-actif", ({ request }) => {
        versions.push(request.headers.get("If-Match"));
        answerStation([locker({ version: 2, actif: false, etat: "Inactif" }), occupied, cargo]);
        const a1 = { type: "casier", id: 1, nom: "A1" };
        return HttpResponse.json(overtaken("casier.desactivation", a1), { status: 409 });
      }),
    );
    renderApp(PAGE);
    const toggle = await screen.findByRole("switch", { name: "Activer A1" });
    await userEvent.click(toggle);
    const modal = await screen.findByRole("dialog", { name: "Modification" });
    await userEvent.click(within(modal).getByRole("button", { name: "Confirmer" }));
    expect(await within(modal).findByRole("alert")).toHaveTextContent(
      "Casier A1 mis hors service par Zoé Martin le 22/11/2026 à 23h02. Rien n'a été changé : voyez ce qu'il en est, puis recommencez s'il le faut.",
    );
    await userEvent.click(within(modal).getByRole("button", { name: "Retour" }));
    await waitFor(() => expect(toggle).not.toBeChecked());
    expect(versions).toEqual(['"1"']);
  });

  it("says that there is no such station", async () => {
    signedIn();
    server.use(
      http.get("/api/admin/station/:id", () =>
        HttpResponse.json(problem(404, "Not Found", "Ressource introuvable."), { status: 404 }),
      ),
    );
    renderApp(PAGE);
    expect(await screen.findByText("Ressource introuvable.")).toBeVisible();
  });
});

describe("a collective station", () => {
  it("lists its spaces with their current customers", async () => {
    signedIn();
    const space = locker({
      nom: "Abri nord",
      type: { id: 4, nom: "Collectif", cle: "collectif" },
      nbMaxSpaces: 30,
      nombreOccupees: 2,
      utilisations: [stay(70), stay(71)],
    });
    answerStation([space], { stationType: "collec" });
    renderApp(PAGE);
    const shown = await block("Abri nord");
    for (const count of ["30 places", "2 places occupées", "2 stationnements en cours"]) {
      expect(shown).toHaveTextContent(count);
    }
    const [, first] = within(within(shown).getByRole("table")).getAllByRole("row");
    expect(first).toHaveTextContent(
      "Pauline Jacquetpauline@exemple.test20/11/2026 - 14h28aucune condition tarifaire",
    );
    expect(
      within(shown).getAllByRole("button", { name: "Gestion à distance, Pauline Jacquet" }),
    ).toHaveLength(2);
  });
});

describe("what each right shows", () => {
  it.each<[string, Right, () => HTMLElement | null]>([
    ["the switch", "DROIT_CASIERS_ECRITURE", () => screen.queryByRole("switch", { name: /A1/ })],
    [
      "the remote management",
      "DROIT_EVENEMENTS_ECRITURE",
      () => screen.queryByRole("button", { name: /Gestion à distance/ }),
    ],
    [
      "the price conditions",
      "DROIT_TARIFS_LECTURE",
      () => screen.queryByRole("region", { name: "Conditions tarifaires" }),
    ],
    [
      "the journal",
      "DROIT_EVENEMENTS_LECTURE",
      () => screen.queryByRole("region", { name: "Journal" }),
    ],
  ])("%s needs %s", async (_, right, find) => {
    signedIn({ rights: without(right) });
    answerStation();
    renderApp(`${PAGE}?ouvertes=2`);
    await screen.findByRole("region", { name: "Détails de A2" });
    expect(find()).toBeNull();
  });

  it("shows all four to an account with all rights", async () => {
    signedIn();
    answerStation();
    renderApp(`${PAGE}?ouvertes=2`);
    await screen.findByRole("region", { name: "Détails de A2" });
    expect(screen.getByRole("switch", { name: "Activer A1" })).toBeVisible();
    expect(screen.getByRole("button", { name: "Gestion à distance, A2" })).toBeVisible();
    expect(await block("Conditions tarifaires")).toHaveTextContent("Aucune condition tarifaire");
    expect(await block("Journal")).toBeVisible();
  });
});
