import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import type { Subscription } from "@/entities/subscription/api";
import { ADMIN, answerAccount, block, confirmIn, OPERATOR, press } from "@/test/accountPage";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { grandval, openSession, problem, stay } from "@/test/data";

withTestServer();

const subscription: Subscription = {
  id: 7,
  debut: "2026-08-02T15:00:00+02:00",
  fin: null,
  isReconductible: true,
  date_prochain_paiement: "2026-12-02T15:00:00+01:00",
  tarif: { id: 31, nom: "Abonnement mensuel casier" },
  libelle: "Abonnement mensuel casier",
  libellePublic: "Abonnement mensuel",
  montant: 1500,
  montantPlafond: null,
  montantDepassement: 50,
  montantEnlevement: 2000,
  station: null,
  casier: null,
  placeAttribuee: false,
  paiementDetail: { id: null, paiementStatut: "NOT_PRESENTED" },
  impayeDepuis: null,
  accesJusquAu: null,
  prochainMontant: null,
  avisReconductionLe: null,
  resiliableAToutMoment: false,
  etat: "en_cours",
  finPrevue: "2026-12-02T15:00:00+01:00",
  resilieLe: null,
  unite: "mois",
  actions: ["resilier"],
};

describe("the page of an account", () => {
  it("shows identity, roles and payments", async () => {
    signedIn();
    const requests = answerAccount();
    renderApp(OPERATOR);
    const identity = await block("Identité");
    expect(identity).toHaveTextContent("Pauline Jacquet");
    expect(identity).toHaveTextContent("06 39 98 46 42");
    expect(identity).toHaveTextContent("Actif");
    expect(await block("Statut")).toHaveTextContent(grandval.nom);
    const payments = await block("Paiements");
    for (const count of ["6 au total", "3 valides", "0 en cours", "2 en attente", "1 annulé"]) {
      expect(payments).toHaveTextContent(count);
    }
    expect(screen.queryByText("Informations bancaires")).toBeNull();
    expect(
      await screen.findByText("Aucune utilisation n'est disponible pour cet utilisateur."),
    ).toBeVisible();
    expect(
      screen.getByText("Aucun abonnement n'est disponible pour cet utilisateur."),
    ).toBeVisible();
    for (const url of requests) expect(url.searchParams.get("exploitant")).toBe("1");
  });

  it.each([
    ["who is unknown under every operator", HttpResponse.json([])],
    ["whose operators are not told", HttpResponse.json(problem(404, "", ""), { status: 404 })],
    ["whose operators are refused", HttpResponse.json(problem(403, "", ""), { status: 403 })],
  ])("says once that there is no person %s", async (_, others) => {
    signedIn();
    let calls = 0;
    server.use(
      http.get("/api/admin/utilisateur/:id", () => {
        calls++;
        return HttpResponse.json(problem(404, "Not Found", "Ressource introuvable."), {
          status: 404,
        });
      }),
      http.get("/api/admin/utilisateur/:id/exploitants", () => others.clone()),
    );
    renderApp(OPERATOR);
    const missing = "Cet usager n'existe pas ou n'existe plus.";
    expect(await screen.findByText(missing)).toBeVisible();
    await new Promise((later) => setTimeout(later, 300));
    expect(screen.getByText(missing)).toBeVisible();
    expect(calls).toBe(1);
  });

  it("resets the second factor of a person who has lost it", async () => {
    signedIn();
    answerAccount({ account: { doubleAuthentification: true, reinitialisable: true } });
    let asked: URL | undefined;
    server.use(
      http.post("/api/admin/utilisateur/:id/second-facteur/reinitialiser", ({ request }) => {
        asked = new URL(request.url);
        answerAccount();
        return HttpResponse.json({});
      }),
    );
    renderApp(OPERATOR);
    expect(await block("Identité")).toHaveTextContent("Double authentificationOui");
    await press("Réinitialiser la double authentification");
    await press("Confirmer");
    expect(await screen.findByText("La double authentification est réinitialisée.")).toBeVisible();
    expect(asked?.searchParams.get("exploitant")).toBe("1");
    expect(await block("Identité")).not.toHaveTextContent("Double authentification");
  });

  it("ends the sessions of a person whom the caller outranks", async () => {
    signedIn();
    answerAccount({ account: { sessionsGerables: true } });
    let sessions = [openSession({ courante: false })];
    const asked: string[] = [];
    server.use(
      http.get("/api/admin/utilisateur/:id/sessions", () => HttpResponse.json({ sessions })),
      http.post("/api/admin/utilisateur/:id/sessions/terminer", ({ request }) => {
        asked.push(new URL(request.url).search);
        sessions = [];
        return new HttpResponse(null, { status: 204 });
      }),
    );
    renderApp(OPERATOR);
    expect(await block("Sessions")).toHaveTextContent("Firefox sous Windows");
    await press("Terminer toutes les sessions");
    expect(await confirmIn("Fin de session")).toHaveTextContent("un e-mail le lui dira");
    expect(await screen.findByText("Les sessions de cette personne sont terminées.")).toBeVisible();
    expect(asked).toEqual(["?exploitant=1"]);
    expect(await block("Sessions")).toHaveTextContent("Aucune session n'est ouverte.");
  });

  it("unlinks the provider of a person whom the caller outranks", async () => {
    signedIn();
    answerAccount({ account: { sessionsGerables: true } });
    let linked = [
      {
        id: 5,
        libelle: "Agglo",
        adresse: "pauline@agglo.test",
        depuis: "2026-03-10T12:00:00+01:00",
        derniereUtilisation: "2026-03-12T12:00:00+01:00",
      },
    ];
    const asked: string[] = [];
    server.use(
      http.get("/api/admin/utilisateur/40/fournisseurs", ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.json({ identites: linked });
      }),
      http.delete("/api/admin/utilisateur/40/fournisseur/5", ({ request }) => {
        asked.push(new URL(request.url).search);
        linked = [];
        return new HttpResponse(null, { status: 204 });
      }),
    );
    renderApp(OPERATOR);
    expect(await block("Connexion unique")).toHaveTextContent("pauline@agglo.test");
    await press("Délier Agglo");
    await press("Confirmer");
    await waitFor(() =>
      expect(screen.queryByRole("region", { name: "Connexion unique" })).toBeNull(),
    );
    expect(new Set(asked)).toEqual(new Set(["?exploitant=1"]));
  });

  it("shows the cards to administrators, and says when there is none", async () => {
    signedIn();
    answerAccount({ account: { roles: [] } });
    renderApp(ADMIN);
    expect(await block("Informations bancaires")).toHaveTextContent(
      "Aucune carte bancaire n'est enregistrée.",
    );
    expect(await block("Statut")).toHaveTextContent("Aucun rôle");
  });

  it("marks an unconfirmed account", async () => {
    signedIn();
    answerAccount({ account: { nonConfirme: true } });
    renderApp(ADMIN);
    expect(await block("Identité")).toHaveTextContent(
      "Un exploitant a ouvert ce compte avec l'adresse e-mail d'un autre compte : la personne n'a pas encore confirmé que les deux sont les siens.",
    );
    expect(await block("Statut")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Donner un rôle" })).toBeNull();
    await press("Bannir");
    const modal = await screen.findByRole("dialog", { name: "Bannissement" });
    expect(modal).toHaveTextContent("Ses sessions en cours se ferment aussitôt.");
    expect(modal).not.toHaveTextContent("email");
  });

  it("has a card for administrators of the platform", async () => {
    signedIn();
    answerAccount({
      account: {
        moyenPaiements: [
          {
            pan: "•••• 4242",
            expirationDate: "05/29",
            exploitant: { id: 1, nom: "Métropole de Grandval" },
          },
          {
            pan: "•••• 4242",
            expirationDate: "05/29",
            exploitant: { id: 2, nom: "Vélostation du Littoral" },
          },
        ],
        roles: [
          { exploitationId: null, exploitationLibelle: "Plateforme", roles: ["Administrateur"] },
        ],
      },
    });
    renderApp(ADMIN);
    expect(await screen.findByRole("heading", { name: "Administrateur" })).toBeVisible();
    const cards = within(await block("Informations bancaires")).getAllByRole("listitem");
    expect(cards.map((card) => card.textContent)).toEqual([
      expect.stringMatching(/4242.*Confiée à Métropole de Grandval/),
      expect.stringMatching(/4242.*Confiée à Vélostation du Littoral/),
    ]);
  });

  it("opens a stay on its price and its explanation, and flags limits that were passed", async () => {
    signedIn();
    const { utilisation } = stay(70, {
      depassement: true,
      enlevement: true,
      cout: 4700,
      coutUtilisation: 4700,
      paiement: { id: null, paiementStatut: "NOT_PRESENTED" },
    });
    const price = {
      ...utilisation.occupationPrix,
      lignes: [
        {
          libelle: "Stationnement, par heure commencée",
          quantite: 6,
          prixUnitaire: 50,
          montant: 300,
        },
        { libelle: "Enlèvement", quantite: 1, prixUnitaire: 4400, montant: 4400 },
      ],
    };
    const collective = { id: 4, nom: "Collectif", cle: "collectif" };
    answerAccount({
      stays: [
        { ...utilisation, occupationPrix: price },
        stay(71, { enlevement: true, casier: { ...utilisation.casier, type: collective } })
          .utilisation,
      ],
      total: 12,
    });
    const app = renderApp(ADMIN);
    const stays = await block("Utilisations");
    const row = await within(stays).findByRole("row", { name: /Casier bloqué/ });
    expect(row).toHaveTextContent("20/11/2026 - 14h28");
    expect(row).toHaveTextContent("Temps limite dépassé");
    expect(row).toHaveTextContent("47,00");
    expect(row).toHaveTextContent("NON PRÉSENTÉ");
    const space = within(stays).getByRole("row", { name: /Utilisation bloquée/ });
    await userEvent.click(within(space).getByRole("button", { name: /^Détails/ }));
    expect(await screen.findByRole("region", { name: "Utilisation" })).toHaveTextContent("Espace");

    await userEvent.click(within(row).getByRole("button", { name: /^Détails/ }));
    const pricing = await screen.findByRole("region", { name: "Tarification" });
    expect(pricing).toHaveTextContent("Stationnement, par heure commencée 6 × 0,50");
    for (const card of ["Usager", "Utilisation", "Statut de paiement"]) {
      expect(screen.getByRole("region", { name: card })).toBeVisible();
    }
    expect(app.router.state.location.searchStr).toBe("?utilisation=70");

    await userEvent.click(within(stays).getByRole("button", { name: "Page suivante" }));
    await waitFor(() => expect(app.router.state.location.searchStr).toBe("?pageUtilisations=2"));
  });

  it("offers the last page instead of one that no longer exists", async () => {
    signedIn();
    answerAccount({ total: 12 });
    const app = renderApp(`${ADMIN}?pageUtilisations=99`);
    const stays = await block("Utilisations");
    expect(await within(stays).findByText("Cette page n'existe plus.")).toBeVisible();
    await userEvent.click(within(stays).getByRole("button", { name: "Aller à la dernière page" }));
    await waitFor(() => expect(app.router.state.location.searchStr).toBe("?pageUtilisations=2"));
  });

  it("opens a subscription", async () => {
    signedIn();
    answerAccount({ bought: [subscription] });
    renderApp(ADMIN);
    const row = await screen.findByRole("row", { name: /Abonnement mensuel/ });
    expect(row).toHaveTextContent("02/08/2026");
    expect(row).toHaveTextContent("15,00");
    expect(screen.getByRole("columnheader", { name: "Tarif mensuel" })).toBeVisible();
    await userEvent.click(within(row).getByRole("button", { name: /^Détails/ }));
    expect(await screen.findByRole("region", { name: "Abonnement" })).toHaveTextContent(
      "02/12/2026",
    );
  });

  it("ends a subscription that is to come", async () => {
    signedIn();
    const toCome: Subscription = {
      ...subscription,
      debut: "2027-01-02T00:00:00+01:00",
      etat: "a_venir",
      date_prochain_paiement: "2027-01-02T00:00:00+01:00",
      finPrevue: "2027-02-02T00:00:00+01:00",
      paiementDetail: null,
    };
    answerAccount({ bought: [toCome] });
    let sent: unknown;
    server.use(
      http.patch("/api/admin/abonnement/7/resilier", async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json({ ...toCome, etat: "termine", actions: [] });
      }),
    );
    renderApp(`${OPERATOR}?abonnement=7`);
    expect(await screen.findByRole("cell", { name: "À venir" })).toBeVisible();
    expect(screen.queryByText("Statut de paiement", { selector: "h3, h4" })).toBeNull();
    await press("Résilier");
    const dialog = within(await screen.findByRole("dialog", { name: "Résilier l'abonnement" }));
    expect(dialog.getByText(/n'a pas commencé/)).toBeVisible();
    expect(dialog.getByText(/^Pauline Jacquet/)).toBeVisible();
    expect(dialog.queryByLabelText("Quand")).toBeNull();
    await userEvent.click(dialog.getByRole("button", { name: "Résilier" }));
    expect(await screen.findByText("L'abonnement est terminé.")).toBeVisible();
    expect(sent).toEqual({ quand: "terme", remboursement: "aucun", commentaire: "" });
  });

  it.each([
    ["2126-11-09T15:00:00+01:00", /Donne accès jusqu'au09\/11\/2126/],
    ["2026-11-09T15:00:00+01:00", /Ne donne plus accès depuis le09\/11\/2026/],
  ])("says since when a subscription is unpaid, and until %s it opens", async (until, said) => {
    signedIn();
    const unpaid: Subscription = {
      ...subscription,
      etat: "impaye",
      impayeDepuis: "2026-11-02T15:00:00+01:00",
      accesJusquAu: until,
    };
    answerAccount({ bought: [unpaid] });
    renderApp(`${OPERATOR}?abonnement=7`);
    const about = await screen.findByRole("region", { name: "Abonnement" });
    expect(about).toHaveTextContent("Impayé depuis le02/11/2026");
    expect(about).toHaveTextContent(said);
  });

  it("says of what time a price is, and the state of a subscription", async () => {
    signedIn();
    answerAccount({
      bought: [
        { ...subscription, montant: 12_000, unite: "an" },
        { ...subscription, id: 8, etat: "resilie", fin: "2026-12-02T15:00:00+01:00" },
        { ...subscription, id: 9, etat: "termine", fin: "2026-11-02T15:00:00+01:00", actions: [] },
        { ...subscription, id: 10, etat: "impaye" },
      ],
    });
    renderApp(OPERATOR);
    expect(await screen.findByRole("cell", { name: /^120,00\s€ par an$/ })).toBeVisible();
    for (const state of ["En cours", "Résilié, jusqu'au 02/12/2026", "Terminé", "Impayé"]) {
      expect(screen.getByRole("cell", { name: state })).toBeVisible();
    }
  });

  it.each([ADMIN, OPERATOR])("ends a subscription and takes it back, at %s", async (page) => {
    signedIn();
    answerAccount({ bought: [subscription] });
    const sent: unknown[] = [];
    server.use(
      http.patch("/api/admin/abonnement/7/resilier", async ({ request }) => {
        sent.push(await request.json());
        const ended: Subscription = {
          ...subscription,
          etat: "resilie",
          fin: "2026-12-02T15:00:00+01:00",
          date_prochain_paiement: null,
          actions: ["resilier", "reprendre"],
        };
        answerAccount({ bought: [ended] });
        return HttpResponse.json(ended);
      }),
      http.patch("/api/admin/abonnement/7/reprendre", () => {
        sent.push("reprendre");
        answerAccount({ bought: [subscription] });
        return HttpResponse.json(subscription);
      }),
    );
    renderApp(`${page}?abonnement=7`);
    await press("Résilier");
    const dialog = within(await screen.findByRole("dialog", { name: "Résilier l'abonnement" }));
    expect(dialog.getByText(/reste valable jusqu'au 02\/12\/2026/)).toBeVisible();
    await userEvent.selectOptions(dialog.getByLabelText("Quand"), "Maintenant");
    await userEvent.selectOptions(
      dialog.getByLabelText(/^Remboursement/),
      "Au prorata des jours restants",
    );
    await userEvent.click(dialog.getByRole("button", { name: "Résilier" }));
    expect(await dialog.findByText("Le commentaire est obligatoire.")).toBeVisible();
    await userEvent.selectOptions(dialog.getByLabelText("Quand"), "À son terme, le 02/12/2026");
    expect(dialog.queryByLabelText(/^Remboursement/)).toBeNull();
    await userEvent.type(dialog.getByLabelText(/^Commentaire/), "Déménage");
    await userEvent.click(dialog.getByRole("button", { name: "Résilier" }));
    expect(await screen.findByText("L'abonnement est résilié, jusqu'au 02/12/2026.")).toBeVisible();
    await press("Reprendre");
    const question = within(await screen.findByRole("dialog", { name: "Reprendre l'abonnement" }));
    await userEvent.click(question.getByRole("button", { name: "Reprendre" }));
    expect(await screen.findByText("L'abonnement est repris.")).toBeVisible();
    expect(sent).toEqual([
      { quand: "terme", remboursement: "aucun", commentaire: "Déménage" },
      "reprendre",
    ]);
  });

  it("ends at once what renewed without its letter, and gives the days left back", async () => {
    signedIn();
    const free = {
      ...subscription,
      unite: "an" as const,
      prochainMontant: 1800,
      resiliableAToutMoment: true,
    };
    answerAccount({ bought: [free] });
    let sent: unknown;
    server.use(
      http.patch("/api/admin/abonnement/7/resilier", async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json({ ...free, etat: "termine", actions: [] });
      }),
    );
    renderApp(`${OPERATOR}?abonnement=7`);
    expect(await screen.findByText(/^À tout moment, avec remboursement des jours/)).toBeVisible();
    expect(screen.getByText(/^18,00/)).toBeVisible();
    await press("Résilier");
    const dialog = within(await screen.findByRole("dialog", { name: "Résilier l'abonnement" }));
    expect(dialog.getByText(/les jours restants lui sont dus/)).toBeVisible();
    expect(dialog.getByLabelText(/^Remboursement/)).toHaveDisplayValue(
      "Au prorata des jours restants",
    );
    await userEvent.type(dialog.getByLabelText(/^Commentaire/), "Sans avis");
    await userEvent.click(dialog.getByRole("button", { name: "Résilier" }));
    expect(await screen.findByText("L'abonnement est terminé.")).toBeVisible();
    expect(sent).toEqual({
      quand: "maintenant",
      remboursement: "prorata",
      commentaire: "Sans avis",
    });
  });

  it("offers no end without the right to it", async () => {
    signedIn({ rights: ["DROIT_USER_HOTLINE_LECTURE"] });
    answerAccount({ bought: [subscription] });
    renderApp(`${OPERATOR}?abonnement=7`);
    expect(await screen.findByRole("region", { name: "Abonnement" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Résilier" })).toBeNull();
  });

  it("shows a loading error instead of the page", async () => {
    signedIn();
    answerAccount();
    server.use(
      http.get("/api/admin/utilisateur/:id", () =>
        HttpResponse.json(problem(404, "Not Found", "Ressource introuvable."), { status: 404 }),
      ),
    );
    renderApp(ADMIN);
    expect(await screen.findByText("Ressource introuvable.")).toBeVisible();
    expect(screen.getByRole("link", { name: /^Retour/ })).toHaveAttribute(
      "href",
      "/gestion-utilisateurs",
    );
  });
});
