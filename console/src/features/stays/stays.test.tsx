import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { problem, stay, tariff } from "@/test/data";
import type { Stay } from "./api";

withTestServer();

const ADMIN = "/historique-utilisations";
const OPERATOR = "/historique-utilisations-exploitant";

/** An ended stay of 25 hours, past its overrun limit. */
function endedStay(id: number, changes: Partial<Stay> = {}): Stay {
  return stay(id, {
    finOccupation: "2026-11-21T15:28:07+01:00",
    coutUtilisation: 123_450,
    depassement: true,
    casier: { ...stay(id).utilisation.casier, complement: "Rangée basse" },
    paiement: { id: 900 + id, paiementStatut: "PAID" },
    occupationPrix: {
      prixActuel: 123_450,
      dureeStationnementNormal: 1440,
      prixAvantDepassement: 123_000,
      dureeStationnementDepassement: 60,
      prixDepassement: 450,
      prixEnlevement: 0,
      lignes: [{ libelle: "Dépassement", quantite: 2, prixUnitaire: 225, montant: 450 }],
    },
    tarif: tariff({ abonnement: true }),
    ...changes,
  }).utilisation;
}

/** Serves the list, and returns the query of each call. */
function answerStays(history = [endedStay(1)], count = history.length): URL[] {
  const requests: URL[] = [];
  server.use(
    http.get("/api/admin/usages", ({ request }) => {
      requests.push(new URL(request.url));
      return HttpResponse.json({ history, count });
    }),
  );
  return requests;
}

const row = (name: RegExp) => screen.findByRole("row", { name });
const chevron = (place: string) =>
  screen.findByRole("button", { name: `Détails de l'utilisation du 20/11/2026 - 14h28, ${place}` });

// Slow: the modal has forty fields, and both cores may be busy.
describe("the list of stays", () => {
  it("counts the stays of the chosen operator, and shows each in seven columns, with « Test » on test stays", async () => {
    signedIn();
    const nameless = { ...endedStay(2).user, nom: "", email: "p@exemple.test" };
    const requests = answerStays(
      [endedStay(1), endedStay(2, { user: nameless, test: true })],
      12_345,
    );
    renderApp(OPERATOR);
    const shown = await row(/Jacquet Pauline/);
    expect(
      within(shown)
        .getAllByRole("cell")
        .map(({ textContent }) => textContent),
    ).toEqual([
      "",
      "Gare centrale",
      "A1",
      "Vélo",
      "Jacquet Pauline",
      expect.stringMatching(/^1\s234,50$/),
      "PAYÉ",
    ]);
    expect(within(shown).getByRole("rowheader")).toHaveTextContent("20/11/2026");
    expect(await row(/p@exemple\.test Pauline Test/)).toBeVisible();
    expect(screen.getByText("Total d'utilisations")).toHaveTextContent(/12\s345$/);
    expect(requests[0]?.search).toBe("?exploitant=1&filterTests=1&page=1");
  });

  it("opens one row at a time, and a change of page closes it", async () => {
    signedIn();
    const there = { id: 6, nom: "Halle" };
    const requests = answerStays([endedStay(1), endedStay(2, { station: there })], 30);
    const app = renderApp(OPERATOR);
    await userEvent.click(await chevron("Gare centrale A1"));
    expect(app.router.state.location.searchStr).toBe("?ligne=1");
    await userEvent.click(await chevron("Halle A1"));
    expect(app.router.state.location.searchStr).toBe("?ligne=2");
    expect(screen.getAllByRole("region", { name: "Utilisation" })).toHaveLength(1);
    await userEvent.click(screen.getByRole("button", { name: "Page suivante" }));
    await waitFor(() => expect(requests.at(-1)?.searchParams.get("page")).toBe("2"));
    expect(app.router.state.location.searchStr).toBe("?page=2");
    expect(screen.queryByRole("region", { name: "Utilisation" })).toBeNull();
    app.router.history.back();
    expect(await screen.findByRole("region", { name: "Utilisation" })).toHaveTextContent("Halle");
  });

  it("shows all details of a stay, without a currency, with links to its station, customer and payment", async () => {
    signedIn();
    answerStays();
    renderApp(`${OPERATOR}?ligne=1`);
    const card = (name: string) => screen.findByRole("region", { name });
    const stayed = await card("Utilisation");
    for (const expected of ["20/11/2026 - 14h28", "21/11/2026 - 15h28", "Rangée basse"]) {
      expect(stayed).toHaveTextContent(expected);
    }
    expect(stayed).toHaveTextContent(/Durée comptée1\sj 1\sh/);
    expect(stayed).toHaveTextContent("Temps limite dépassé");
    const price = await card("Prix");
    expect(price).toHaveTextContent(/Avant dépassement1\s230,00 \(1\sj\)/);
    expect(price).toHaveTextContent(/Dépassement2\s×\s2,254,50/);
    expect(price).not.toHaveTextContent("€");
    expect(await card("Tarif")).toHaveTextContent("TypeAbonnement");
    const links = screen.getAllByRole("link", { name: /^(Gérer la|Voir la|Détails du)/ });
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      "/tb-stations/5/details",
      "/gestion-utilisateurs-exploitant/41/details",
      "/liste-paiements-exploitant?paiement=901",
    ]);
    const named = within(screen.getByRole("region", { name: /^Détails de l'utilisation/ }));
    const lead = ["Gare centrale", "A1", "Casier à l'heure", "Pauline Jacquet"].map((name) =>
      named.getByRole("link", { name }).getAttribute("href"),
    );
    expect(lead).toEqual([
      "/tb-stations/5/details",
      "/tb-stations/5/details?ouvertes=1#casier-1",
      "/gestion-tarifs/1/details",
      "/gestion-utilisateurs-exploitant/41/details",
    ]);
  });

  it("shows no link that would be refused", async () => {
    signedIn({ rights: ["DROIT_EVENEMENTS_LECTURE"] });
    answerStays([endedStay(1, { tarif: tariff() })]);
    renderApp(`${OPERATOR}?ligne=1`);
    expect(await screen.findByRole("link", { name: "Détails du paiement" })).toBeVisible();
    expect(screen.getByRole("region", { name: "Tarif" })).toHaveTextContent("Tarif horaire");
    expect(screen.queryByRole("link", { name: /^(Gérer|Voir)/ })).toBeNull();
    const named = within(screen.getByRole("region", { name: /^Détails de l'utilisation/ }));
    expect(named.queryByRole("link", { name: /^(Gare|A1|Casier|Pauline)/ })).toBeNull();
  });

  it("filters by why a stay stopped, from page 1, and keeps the open row if it is still there", async () => {
    signedIn();
    const requests = answerStays([endedStay(1), endedStay(2)], 30);
    const app = renderApp(`${ADMIN}?page=2&ligne=2`);
    await userEvent.click(await screen.findByRole("button", { name: "Filtrer" }));
    const name = "Filtres historique des utilisations";
    const modal = within(await screen.findByRole("dialog", { name }));
    const reasons = within(modal.getByRole("group", { name: "Motif d'arrêt" }));
    await userEvent.click(reasons.getByLabelText("Utilisation bloquée"));
    expect(modal.getByLabelText("Exclure les utilisations de test")).toBeChecked();
    await userEvent.click(modal.getByRole("button", { name: "Filtrer" }));
    await waitFor(() =>
      expect(requests.at(-1)?.searchParams.get("stopReason")).toBe("velo_enleve"),
    );
    expect(app.router.state.location.searchStr).toBe("?ligne=2&arret=velo_enleve");
    expect(requests.at(-1)?.searchParams.get("page")).toBe("1");
    await waitFor(() => expect(screen.queryByRole("dialog", { name })).toBeNull());
    expect(await screen.findByRole("region", { name: "Utilisation" })).toBeVisible();

    answerStays([endedStay(1)]);
    const chip = /^Retirer le filtre Motif d'arrêt\s: Utilisation bloquée$/;
    await userEvent.click(screen.getByRole("button", { name: chip }));
    await waitFor(() => expect(app.router.state.location.searchStr).toBe(""));
    await waitFor(() => expect(screen.queryByRole("region", { name: "Utilisation" })).toBeNull());
  });

  it("keeps the open row of the list to which « back » returns", async () => {
    signedIn();
    answerStays();
    const app = renderApp("/liste-paiements-exploitant?ligne=70");
    expect(await screen.findByRole("region", { name: "Utilisation" })).toBeVisible();
    await app.router.navigate({ to: OPERATOR });
    await row(/PAYÉ/);
    app.router.history.back();
    expect(await screen.findByRole("region", { name: "Utilisation" })).toBeVisible();
    expect(app.router.state.location.searchStr).toBe("?ligne=70");
  });

  it("distinguishes a missing page, no match and an empty list", async () => {
    signedIn();
    answerStays([], 12);
    const app = renderApp(`${OPERATOR}?arret=temps_depasse&page=9`);
    await userEvent.click(await screen.findByRole("button", { name: "Aller à la dernière page" }));
    expect(app.router.state.location.searchStr).toBe("?arret=temps_depasse&page=2");
    answerStays([]);
    await app.router.navigate({ to: OPERATOR, search: { arret: ["velo_enleve"] } });
    await userEvent.click(await screen.findByRole("button", { name: "Effacer les filtres" }));
    expect(
      await screen.findByText("Aucune utilisation n'est présente dans l'historique."),
    ).toBeVisible();
  });

  it("shows a loading error instead of the list, until a retry succeeds", async () => {
    signedIn();
    const fails = (status: number) =>
      server.use(
        http.get("/api/admin/usages", () =>
          HttpResponse.json(problem(status, "Erreur", "Une erreur est survenue."), { status }),
        ),
      );
    fails(500);
    const app = renderApp(OPERATOR);
    const alert = await within(await screen.findByRole("main")).findByRole("alert");
    expect(alert).toHaveTextContent("Une erreur est survenue.");
    answerStays();
    await userEvent.click(screen.getByRole("button", { name: "Réessayer" }));
    expect(await row(/Jacquet/)).toBeVisible();

    fails(403);
    await app.router.navigate({ to: ADMIN });
    expect(await screen.findByText(/^Accès refusé/)).toBeVisible();
    expect(screen.queryByRole("button", { name: /^(Filtrer|Exporter)/ })).toBeNull();
  });

  it("exports the filtered list", async () => {
    signedIn();
    answerStays();
    const requests: unknown[] = [];
    server.use(
      http.post("/api/admin/usages/exportation/exploitant/1/format/csv", async ({ request }) => {
        requests.push(await request.json());
        return new HttpResponse("Date\r\n20/11/2026\r\n21/11/2026\r\n");
      }),
    );
    URL.createObjectURL = () => "blob:export";
    URL.revokeObjectURL = () => undefined;
    const saved: string[] = [];
    HTMLAnchorElement.prototype.click = function () {
      saved.push(this.download);
    };
    renderApp(`${OPERATOR}?arret=temps_depasse`);
    await screen.findByText("1 résultat");
    await userEvent.click(screen.getByRole("button", { name: "Exporter les utilisations" }));
    expect(await screen.findByText(/^L'export est terminé\s: 2 utilisations\.$/)).toBeVisible();
    expect(requests).toEqual([{ filters: { stopReason: ["temps_depasse"], filterTests: 1 } }]);
    expect(saved).toEqual(["export_utilisations.csv"]);
  });
});

it("the operator's page says what is missing without an operator", async () => {
  signedIn({ operator: null });
  server.use(http.get("/api/admin/exploitants", () => HttpResponse.json([])));
  renderApp(OPERATOR);
  const main = within(await screen.findByRole("main"));
  expect(await main.findByText("Aucun exploitant")).toBeVisible();
});
