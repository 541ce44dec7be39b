import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { attempt, grandval, locker, payment, problem, station } from "@/test/data";

withTestServer();

const ADMIN = "/liste-paiements";
const OPERATOR = "/liste-paiements-exploitant";

/** Serves both lists, and returns the query of each call. */
function answerPayments(items = [payment()], total = items.length): URL[] {
  const requests: URL[] = [];
  const answer = ({ request }: { request: Request }) => {
    requests.push(new URL(request.url));
    return HttpResponse.json({ items, total });
  };
  server.use(
    http.get("/api/admin/paiements", answer),
    http.get("/api/admin/paiements/exploitant/:id", answer),
  );
  return requests;
}

const row = (name: RegExp) => screen.findByRole("row", { name });
const openRow = async () =>
  userEvent.click(
    await screen.findByRole("button", { name: /^Détails de la transaction de Pauline/ }),
  );

// Slow: the modal has forty fields, and both cores may be busy.
describe("the list of payments", () => {
  it("shows the name, date, amount and status of the payments of the chosen operator", async () => {
    signedIn();
    const requests = answerPayments([
      payment({ montant: 2000, rembourse: 500, datePaiement: "2026-11-20T15:28:09+01:00" }),
    ]);
    renderApp(OPERATOR);
    const shown = await row(/Jacquet Pauline/);
    expect(shown).toHaveTextContent("20/11/2026");
    expect(shown).toHaveTextContent("a1b2cxxxxx");
    expect(shown).toHaveTextContent(/20,00\s€dont 5,00\s€ remboursés/);
    expect(shown).toHaveTextContent("ERREUR PERSISTANTE");
    expect(screen.getByText("1 résultat")).toBeVisible();
    expect(shown).toHaveTextContent("Gare centrale – A1");
    expect(requests[0]?.pathname).toBe("/api/admin/paiements/exploitant/1");
    expect(requests[0]?.search).toBe("?filterTests=1&page=1");
  });

  it("looks among all payments for what is not among those to follow", async () => {
    signedIn();
    const requests = answerPayments([]);
    renderApp(`${OPERATOR}?suivi=a-suivre&recherche=06246`);
    expect(
      await screen.findByText("Aucun paiement à suivre ne correspond à votre recherche."),
    ).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Chercher dans tous les paiements" }));
    await waitFor(() => expect(requests.at(-1)?.search).toBe("?search=06246&filterTests=1&page=1"));
  });

  it("never words a refund that waits as done, and says when a payment is presented again", async () => {
    signedIn();
    answerPayments([
      payment({
        montant: 2000,
        rembourse: 700,
        remboursementEnAttente: 500,
        prochainePresentation: "2099-11-24T15:28:09+01:00",
      }),
    ]);
    renderApp(OPERATOR);
    const shown = await row(/Jacquet Pauline/);
    expect(shown).toHaveTextContent(
      /20,00\s€dont 2,00\s€ remboursésRemboursement en attente\s: 5,00\s€/,
    );
    expect(shown).toHaveTextContent("Prochaine présentation le 24/11/2099");
    await openRow();
    const history = within(await screen.findByRole("region", { name: "Historique" }));
    expect(history.getByText("1re présentation, carte bancaire")).toBeVisible();
    expect(history.getByText("Prochaine présentation le 24/11/2099 à 15h28")).toBeVisible();
  });

  it("says what a small sum waits for, and of which charge it was a part", async () => {
    signedIn();
    const waiting = payment({
      montant: 30,
      prochainePresentation: "2099-11-24T15:28:09+01:00",
      regroupement: { montant: 30, seuil: 50 },
      paiementDetail: { paiementStatut: "NOT_PRESENTED", paiementPresentation: [] },
    });
    const collected = payment({
      montant: 20,
      paiementDetail: {
        paiementStatut: "PAID",
        paiementPresentation: [
          attempt({ statut: "PAID", montant: 20, encaissement: { uuid: "e-1", montant: 60 } }),
        ],
      },
    });
    answerPayments([waiting]);
    renderApp(OPERATOR);
    expect(await row(/Jacquet Pauline/)).toHaveTextContent(
      /NON PRÉSENTÉEn attente de regroupement\s: 0,30\s€ sur 0,50\s€$/,
    );
    await openRow();
    const history = within(await screen.findByRole("region", { name: "Historique" }));
    expect(
      history.getByText(
        /regroupement\s: 0,30\s€ sur 0,50\s€\. Présentation au plus tard le 24\/11\/2099 à\s15h28$/,
      ),
    ).toBeVisible();
    cleanup();
    answerPayments([collected]);
    renderApp(OPERATOR);
    await openRow();
    expect(await screen.findByText(/^Part d'un encaissement de 0,60\s€$/)).toBeVisible();
  });

  it("copies the whole identifier, and says so", async () => {
    signedIn();
    const user = userEvent.setup();
    renderApp(OPERATOR);
    const { uuidReservation } = payment();
    const copy = { name: `Copier l'identifiant ${uuidReservation}` };
    await user.click(await screen.findByRole("button", copy));
    expect(await screen.findByText("Copié", { selector: "[role=status]" })).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe(uuidReservation);
  });

  it("opens a row on the stay that is paid, and keeps it in the URL", async () => {
    signedIn();
    const app = renderApp(OPERATOR);
    await openRow();
    expect(app.router.state.location.searchStr).toBe("?ligne=70");
    expect(await screen.findByRole("region", { name: "Utilisation" })).toHaveTextContent(
      "Gare centrale",
    );
    expect(screen.getByRole("region", { name: "Tarification" })).toHaveTextContent(/12,50\s€/);
    expect(screen.queryByRole("button", { name: "Ne pas faire payer" })).toBeNull();
  });

  it("forgets an open row that a filter takes away, so that it does not reopen by itself", async () => {
    signedIn();
    answerPayments();
    const app = renderApp(`${OPERATOR}?ligne=70`);
    expect(await screen.findByRole("region", { name: "Utilisation" })).toBeVisible();
    answerPayments([payment({ id: 71 })]);
    await app.router.navigate({ to: OPERATOR, search: { statut: ["PAID"], ligne: 70 } });
    await waitFor(() => expect(app.router.state.location.searchStr).toBe("?statut=PAID"));
    answerPayments();
    await userEvent.click(await screen.findByRole("button", { name: /^Retirer/ }));
    await waitFor(() => expect(app.router.state.location.searchStr).toBe(""));
    expect(await row(/Jacquet Pauline/)).toBeVisible();
    expect(screen.queryByRole("region", { name: "Utilisation" })).toBeNull();
  });

  it("shows the term of a subscription", async () => {
    signedIn();
    const subscription = {
      id: 9,
      debut: "2026-03-21T08:00:00+01:00",
      fin: null,
      isReconductible: true,
      etat: "en_cours" as const,
      finPrevue: null,
      impayeDepuis: null,
      accesJusquAu: null,
      prochainMontant: null,
      avisReconductionLe: null,
      resiliableAToutMoment: false,
      resilieLe: null,
      unite: "mois" as const,
      actions: [],
      date_prochain_paiement: "2026-12-21T08:00:00+01:00",
      tarif: { id: 31, nom: "ABO-1" },
      libelle: "ABO-1",
      libellePublic: "Abonnement mensuel",
      montant: 1500,
      montantPlafond: null,
      montantDepassement: null,
      montantEnlevement: null,
      station: null,
      casier: null,
      placeAttribuee: false,
      paiementDetail: { id: 70, paiementStatut: "PAID" as const },
    };
    answerPayments([payment({ montant: 1500, utilisations: [subscription] })]);
    renderApp(`${OPERATOR}?ligne=70`);
    const card = await screen.findByRole("region", { name: "Abonnement" });
    expect(card).toHaveTextContent("Abonnement mensuel");
    expect(card).toHaveTextContent("21/12/2026");
  });

  it("makes a stay under way free, once that is confirmed", async () => {
    signedIn();
    const running = payment({
      actions: ["switch-gratuit"],
      paiementDetail: { paiementStatut: "RUNNING", paiementPresentation: [] },
    });
    answerPayments([running]);
    let sent = 0;
    server.use(
      http.patch("/api/admin/paiement/70/switch-gratuit", () => {
        sent++;
        answerPayments([
          payment({
            actions: [],
            paiementDetail: { ...running.paiementDetail, paiementStatut: "FREE" },
          }),
        ]);
        return HttpResponse.json(running);
      }),
    );
    renderApp(`${OPERATOR}?ligne=70`);
    await userEvent.click(await screen.findByRole("button", { name: "Ne pas faire payer" }));
    const modal = await screen.findByRole("dialog");
    expect(modal).toHaveTextContent(
      /Voulez-vous vraiment ne pas faire payer l'utilisation de Pauline Jacquet\s\?/,
    );
    await userEvent.click(within(modal).getByRole("button", { name: "Confirmer" }));
    expect(await screen.findByText("L'occupation est maintenant gratuite !")).toBeVisible();
    expect(await row(/GRATUIT/)).toBeVisible();
    expect(sent).toBe(1);
    expect(screen.queryByRole("button", { name: "Ne pas faire payer" })).toBeNull();
  });

  it("offers no action when access is refused", async () => {
    signedIn();
    server.use(
      http.get("/api/admin/paiements", () =>
        HttpResponse.json(problem(403, "Forbidden", "Accès refusé."), { status: 403 }),
      ),
    );
    renderApp(ADMIN);
    expect(await screen.findByText(/^Accès refusé/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Exporter les paiements" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Filtrer" })).toBeNull();
  });

  const openFilters = async () => {
    await userEvent.click(await screen.findByRole("button", { name: "Filtrer" }));
    return within(await screen.findByRole("dialog", { name: "Filtres liste des paiements" }));
  };

  it("filters from the modal, and shows and removes active filters", async () => {
    signedIn();
    const requests = answerPayments();
    const app = renderApp(`${ADMIN}?page=2`);
    const modal = await openFilters();
    expect(modal.getByLabelText("Exclure les utilisations de test")).toBeChecked();
    await userEvent.click(modal.getByLabelText("ERREUR"));
    await userEvent.type(modal.getByLabelText("Payé à partir du"), "5/11/2026");
    await userEvent.type(modal.getByLabelText("Coût minimal, en euros"), "12,5");
    await userEvent.type(modal.getByLabelText("Durée maximale"), "1h30{Enter}");

    await waitFor(() => expect(requests.at(-1)?.searchParams.get("costMin")).toBe("1250"));
    const sent = requests.at(-1)?.searchParams;
    expect(sent?.getAll("paymentStatus")).toEqual(["ERROR", "INVALID_PAYMENT"]);
    expect(sent?.get("dateStartPayment")).toBe("2026-11-05");
    expect(sent?.get("endDuration")).toBe("90");
    expect(sent?.get("page")).toBe("1");
    await userEvent.click(await screen.findByRole("button", { name: /^Retirer le filtre Coût/ }));
    await waitFor(() =>
      expect(app.router.state.location.searchStr).toBe(
        "?paiementDu=2026-11-05&dureeMax=90&statut=ERROR&statut=INVALID_PAYMENT",
      ),
    );
  });

  it("offers the stations of the operator, then the lockers of the stations", async () => {
    signedIn();
    const requests = answerPayments();
    server.use(
      http.get("/api/admin/station/5/casiers", () =>
        HttpResponse.json([locker(), locker({ id: 2, nom: "A2" })]),
      ),
    );
    const app = renderApp(ADMIN);
    const modal = await openFilters();
    const choose = async (field: string, option: string) => {
      await userEvent.click(modal.getByLabelText(field, { selector: "input" }));
      // jsdom does no layout, and treats the list as hidden.
      await userEvent.click(await screen.findByRole("option", { name: option, hidden: true }));
    };
    expect(modal.getByLabelText("Stations", { selector: "input" })).toBeDisabled();
    await userEvent.selectOptions(modal.getByLabelText("Exploitant"), grandval.nom);
    await choose("Stations", station().nom);
    await choose("Casiers", "A2");
    await userEvent.click(modal.getByRole("button", { name: "Filtrer" }));
    await waitFor(() => expect(requests.at(-1)?.searchParams.get("casiers")).toBe("2"));
    expect(requests.at(-1)?.searchParams.get("selectedOperator")).toBe("1");
    expect(requests.at(-1)?.searchParams.get("station")).toBe("5");

    expect(await screen.findByText(/^Station\s: Gare centrale$/)).toBeVisible();
    expect(await screen.findByText(/^Casier\s: A2$/)).toBeVisible();
    const operator = await screen.findByRole("button", { name: /^Retirer le filtre Exploitant/ });
    await userEvent.click(operator);
    await waitFor(() => expect(app.router.state.location.searchStr).toBe(""));
  });

  it("keeps the modal open on an invalid value, and resets to the default", async () => {
    signedIn();
    const app = renderApp(`${OPERATOR}?nom=jac`);
    const modal = await openFilters();
    expect(modal.queryByLabelText("Exploitant")).toBeNull();
    expect(modal.queryByText("Exclure les utilisations de test")).toBeNull();
    await userEvent.type(modal.getByLabelText("Présenté jusqu'au"), "31-02-2026{Enter}");
    expect(await modal.findByRole("alert")).toHaveTextContent(
      "Le format de la date n'est pas correct",
    );
    await userEvent.click(modal.getByRole("button", { name: "Réinitialiser" }));
    expect(modal.getByLabelText("Nom")).toHaveValue("");
    await userEvent.click(modal.getByRole("button", { name: "Filtrer" }));
    await waitFor(() => expect(app.router.state.location.searchStr).toBe(""));
  });

  it("distinguishes no match from an empty list", async () => {
    signedIn();
    answerPayments([], 0);
    renderApp(`${OPERATOR}?recherche=zzz`);
    expect(
      await screen.findByText("Aucun paiement ne correspond à votre recherche."),
    ).toBeVisible();
    await userEvent.click(
      screen.getByRole("button", { name: "Effacer la recherche et les filtres" }),
    );
    expect(
      await screen.findByText("Aucun paiement n'est présent dans cette exploitation."),
    ).toBeVisible();
  });

  it.each([
    [500, "Une erreur serveur est survenue."],
    [503, "La recherche est trop longue. Précisez les filtres, puis réessayez."],
  ])("shows the loading error %i instead of the list, until a retry", async (status, says) => {
    signedIn();
    server.use(
      http.get("/api/admin/paiements/exploitant/:id", () =>
        HttpResponse.json(problem(status, "Erreur", says), { status }),
      ),
    );
    renderApp(OPERATOR);
    const main = within(await screen.findByRole("main"));
    const alert = await main.findByRole("alert", {}, { timeout: 10_000 });
    expect(alert).toHaveTextContent(says);
    answerPayments();
    await userEvent.click(screen.getByRole("button", { name: "Réessayer" }));
    expect(await row(/Jacquet/)).toBeVisible();
  });
});
