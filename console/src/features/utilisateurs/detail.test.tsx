import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { brume, grandval, person, problem, stay } from "@/test/data";
import type { Subscription, Use, User } from "./queries";

withTestServer();

const ADMIN = "/gestion-utilisateurs/40/details";
const OPERATOR = "/gestion-utilisateurs-exploitant/40/details";

type Answers = { user?: Partial<User>; uses?: Use[]; total?: number; bought?: Subscription[] };

function answerUser({ user = {}, uses = [], total = uses.length, bought = [] }: Answers = {}) {
  const asked: URL[] = [];
  const noted = ({ request }: { request: Request }) => void asked.push(new URL(request.url));
  server.use(
    http.get("/api/admin/utilisateur/:id", (info) => {
      noted(info);
      return HttpResponse.json(person(user));
    }),
    http.get("/api/admin/utilisateur/:id/occupation/detail", (info) => {
      noted(info);
      return HttpResponse.json({ items: uses, total });
    }),
    http.get("/api/admin/utilisateur/:id/abonnements", () =>
      HttpResponse.json({ items: bought, total: bought.length }),
    ),
    http.get("/api/admin/utilisateurs", () => HttpResponse.json({ items: [], total: 0 })),
  );
  return asked;
}

const block = (name: string) => screen.findByRole("region", { name });
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

async function confirmIn(title: string) {
  const modal = await screen.findByRole("dialog", { name: title });
  await userEvent.click(within(modal).getByRole("button", { name: "Confirmer" }));
  return modal;
}

const subscription: Subscription = {
  id: 7,
  debut: "2026-08-02T15:00:00+02:00",
  fin: null,
  isReconductible: true,
  date_prochain_paiement: "2026-12-02T15:00:00+01:00",
  libelle: "Abonnement mensuel casier",
  libellePublic: "Abonnement mensuel",
  montant: 1500,
  montantPlafond: null,
  montantDepassement: 50,
  montantEnlevement: 2000,
  paiementDetail: { id: null, paiementStatut: "NOT_PRESENTED" },
};

describe("the page of a user", () => {
  it("says who it is, what they are and what they owe", async () => {
    signedIn();
    const asked = answerUser();
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
    for (const url of asked) expect(url.searchParams.get("exploitant")).toBe("1");
  });

  it("shows the cards to administrators, and says when there is none", async () => {
    signedIn();
    answerUser({ user: { roles: [] } });
    renderApp(ADMIN);
    expect(await block("Informations bancaires")).toHaveTextContent(
      "Aucune carte bancaire n'est enregistrée.",
    );
    expect(await block("Statut")).toHaveTextContent("Aucun rôle");
  });

  it("has a card for administrators of the platform", async () => {
    signedIn();
    answerUser({
      user: {
        moyenPaiements: [{ pan: "•••• 4242", expirationDate: "05/29" }],
        roles: [
          { exploitationId: null, exploitationLibelle: "Plateforme", roles: ["Administrateur"] },
        ],
      },
    });
    renderApp(ADMIN);
    expect(await screen.findByRole("heading", { name: "Administrateur" })).toBeVisible();
    expect(await block("Informations bancaires")).toHaveTextContent("4242");
  });

  it("opens a use on what it cost and why, and flags what went wrong", async () => {
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
    const space = { id: 4, nom: "Collectif", cle: "collectif" };
    answerUser({
      uses: [
        { ...utilisation, occupationPrix: price },
        stay(71, { enlevement: true, casier: { ...utilisation.casier, type: space } }).utilisation,
      ],
      total: 12,
    });
    const app = renderApp(ADMIN);
    const uses = await block("Utilisations");
    const row = await within(uses).findByRole("row", { name: /Casier bloqué/ });
    expect(row).toHaveTextContent("20/11/2026 - 14h28");
    expect(row).toHaveTextContent("Temps limite dépassé");
    expect(row).toHaveTextContent("47,00");
    expect(row).toHaveTextContent("NON PRÉSENTÉ");
    expect(within(uses).getByRole("row", { name: /Utilisation bloquée/ })).toBeVisible();

    await userEvent.click(within(row).getByRole("button", { name: /^Détails/ }));
    const pricing = await screen.findByRole("region", { name: "Tarification" });
    expect(pricing).toHaveTextContent("Stationnement, par heure commencée 6 × 0,50");
    for (const card of ["Usager", "Utilisation", "Statut de paiement"]) {
      expect(screen.getByRole("region", { name: card })).toBeVisible();
    }
    expect(app.router.state.location.searchStr).toBe("?utilisation=70");

    await userEvent.click(within(uses).getByRole("button", { name: "Page suivante" }));
    await waitFor(() => expect(app.router.state.location.searchStr).toBe("?pageUtilisations=2"));
  });

  it("opens a subscription", async () => {
    signedIn();
    answerUser({ bought: [subscription] });
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

  it("gives the page to the error", async () => {
    signedIn();
    answerUser();
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

describe("what may be done", () => {
  it("is nothing for those who only read", async () => {
    signedIn({ rights: ["DROIT_USER_HOTLINE_LECTURE"] });
    answerUser({ user: { supprimable: false } });
    renderApp(OPERATOR);
    const identity = await block("Identité");
    expect(within(identity).queryByRole("button")).toBeNull();
    expect(screen.queryByRole("button", { name: /Supprimer|rôle/ })).toBeNull();
  });

  it("is nothing to one's own account, and only a deletion once anonymised", async () => {
    signedIn();
    answerUser({ user: { id: 12, supprimable: false } });
    renderApp("/gestion-utilisateurs/12/details");
    expect(within(await block("Identité")).queryByRole("button")).toBeNull();
    expect(screen.queryByRole("button", { name: "Donner un rôle" })).toBeNull();
  });

  it("leaves an anonymised user nothing but the deletion", async () => {
    signedIn();
    answerUser({
      user: { nom: "Utilisateur anonymisé", prenom: "", email: "", telephone: "", anonymise: true },
    });
    renderApp(ADMIN);
    const identity = await block("Identité");
    expect(identity).toHaveTextContent("Anonymisé");
    expect(within(identity).queryByRole("button")).toBeNull();
    expect(screen.getByRole("button", { name: "Supprimer l'utilisateur" })).toBeVisible();
  });

  it("bans and reactivates after a question", async () => {
    signedIn();
    answerUser();
    server.use(
      http.patch("/api/admin/utilisateur/:id/switch-actif", () => {
        answerUser({ user: { actif: false } });
        return HttpResponse.json(person({ actif: false }));
      }),
    );
    renderApp(ADMIN);
    await press("Bannir");
    const modal = await confirmIn("Bannissement");
    expect(modal).toHaveTextContent(/Voulez-vous vraiment bannir Pauline Jacquet/);
    expect(await screen.findByText("Pauline Jacquet est banni.")).toBeVisible();
    expect(await screen.findByRole("button", { name: "Réactiver" })).toBeVisible();
    expect(await block("Identité")).toHaveTextContent("Banni");
  });

  it("anonymises once that is understood, and says why the server refuses", async () => {
    signedIn();
    answerUser();
    const detail = "Ce compte ne peut être supprimé : un paiement n'est pas réglé.";
    server.use(
      http.post("/api/admin/utilisateur/:id/anonymiser", () =>
        HttpResponse.json(problem(409, "Conflict", detail), { status: 409 }),
      ),
    );
    renderApp(ADMIN);
    await press("Anonymiser");
    const modal = await screen.findByRole("dialog", { name: "Anonymisation" });
    expect(within(modal).getByRole("button", { name: "Confirmer" })).toBeDisabled();
    await userEvent.click(within(modal).getByRole("checkbox"));
    await userEvent.click(within(modal).getByRole("button", { name: "Confirmer" }));
    expect(await within(modal).findByText(detail)).toBeVisible();
  });

  it("takes a role and gives one", async () => {
    signedIn();
    answerUser({
      user: {
        roles: [{ exploitationId: 1, exploitationLibelle: grandval.nom, roles: ["Hotline"] }],
      },
    });
    let taken = "";
    let given: unknown;
    server.use(
      http.delete("/api/admin/utilisateur/:id/role", ({ request }) => {
        taken = new URL(request.url).search;
        return new HttpResponse(null, { status: 204 });
      }),
      http.post("/api/admin/utilisateur/:id/role", async ({ request }) => {
        given = await request.json();
        return HttpResponse.json(person());
      }),
    );
    renderApp(ADMIN);
    await press(`Retirer le rôle Hotline chez ${grandval.nom}`);
    await confirmIn("Retrait d'un rôle");
    await waitFor(() => expect(taken).toBe("?exploitant=1&role=Hotline"));

    await press("Donner un rôle");
    await press("Ajouter");
    expect(await screen.findByText("Veuillez choisir un exploitant.")).toBeVisible();
    expect(screen.getByText("Veuillez choisir un rôle.")).toBeVisible();
    await userEvent.selectOptions(
      screen.getByRole("combobox", { name: /^Exploitant(?!s)/ }),
      brume.nom,
    );
    await userEvent.selectOptions(screen.getByRole("combobox", { name: /^Rôle/ }), "Mainteneur");
    await press("Ajouter");
    await confirmIn("Nouveau rôle");
    await waitFor(() => expect(given).toEqual({ exploitant: 3, role: "Mainteneur" }));
    await waitFor(() => expect(screen.queryByRole("combobox", { name: /^Rôle/ })).toBeNull());
  });

  it("exports all that is held into a file", async () => {
    signedIn();
    answerUser();
    server.use(http.get("/api/admin/utilisateur/:id/export", () => HttpResponse.json({ a: 1 })));
    const saved = vi.fn();
    vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: saved, revokeObjectURL: vi.fn() }));
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved(this.download);
    });
    renderApp(ADMIN);
    await press("Exporter les données");
    await waitFor(() => expect(saved).toHaveBeenLastCalledWith("utilisateur-40.json"));
  });

  it.each([
    [201, "/gestion-utilisateurs-exploitant"],
    [200, OPERATOR],
  ])("on %i after a deletion ends on %s", async (status, path) => {
    signedIn();
    answerUser();
    let query = "";
    server.use(
      http.post("/api/admin/utilisateur/:id/supprimer", ({ request }) => {
        query = new URL(request.url).search;
        return HttpResponse.json({}, { status });
      }),
    );
    const app = renderApp(OPERATOR);
    await press("Supprimer l'utilisateur");
    const modal = await confirmIn("Suppression");
    expect(modal).toHaveTextContent(
      "Voulez-vous vraiment supprimer l'utilisateur Pauline Jacquet ?",
    );
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(app.path()).toBe(path));
    expect(query).toBe("?exploitant=1");
  });

  it("says why a deletion is refused", async () => {
    signedIn();
    answerUser();
    const detail = "Ce compte ne peut être supprimé : une utilisation est en cours.";
    server.use(
      http.post("/api/admin/utilisateur/:id/supprimer", () =>
        HttpResponse.json(problem(409, "Conflict", detail), { status: 409 }),
      ),
    );
    const app = renderApp(OPERATOR);
    await press("Supprimer l'utilisateur");
    const modal = await confirmIn("Suppression");
    expect(await within(modal).findByText(detail)).toBeVisible();
    expect(app.path()).toBe(OPERATOR);
  });
});
