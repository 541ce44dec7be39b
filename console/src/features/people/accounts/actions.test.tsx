import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { ADMIN, answerAccount, block, confirmIn, OPERATOR, press } from "@/test/accountPage";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { account, brume, grandval, problem } from "@/test/data";

withTestServer();

const CLAIMS = "Les comptes non confirmés ouverts avec cette adresse disparaissent aussi.";

describe("the actions", () => {
  it("are hidden from accounts that may only read", async () => {
    signedIn({ rights: ["DROIT_USER_HOTLINE_LECTURE"] });
    answerAccount({ account: { supprimable: false } });
    renderApp(OPERATOR);
    const identity = await block("Identité");
    expect(within(identity).queryByRole("button")).toBeNull();
    expect(screen.queryByRole("button", { name: /Supprimer|rôle/ })).toBeNull();
  });

  it("are the export and the erasure for a manager of the one operator that knows the person", async () => {
    signedIn({ rights: ["DROIT_USER_HOTLINE_LECTURE", "DROIT_USER_HOTLINE_ECRITURE"] });
    answerAccount({ account: { anonymisable: true } });
    const asked: string[] = [];
    server.use(
      http.post("/api/admin/utilisateur/:id/anonymiser", ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.json(account({ anonymise: true }));
      }),
    );
    renderApp(OPERATOR);
    const identity = within(await block("Identité"));
    expect(identity.getAllByRole("button").map((button) => button.textContent)).toEqual([
      "Exporter les données",
      "Anonymiser",
    ]);
    await press("Anonymiser");
    const dialog = within(await screen.findByRole("dialog", { name: "Anonymisation" }));
    expect(dialog.queryByText(CLAIMS)).toBeNull();
    await userEvent.click(dialog.getByRole("checkbox"));
    await userEvent.click(dialog.getByRole("button", { name: "Confirmer" }));
    await waitFor(() => expect(asked).toEqual(["?exploitant=1"]));
  });

  it("are not offered on one's own account", async () => {
    signedIn();
    answerAccount({ account: { id: 12, supprimable: false } });
    renderApp("/gestion-utilisateurs/12/details");
    expect(within(await block("Identité")).queryByRole("button")).toBeNull();
    expect(screen.queryByRole("button", { name: "Donner un rôle" })).toBeNull();
  });

  it("are only the deletion on an anonymised account", async () => {
    signedIn();
    answerAccount({
      account: {
        nom: "Utilisateur anonymisé",
        prenom: "",
        email: "",
        telephone: "",
        anonymise: true,
      },
    });
    renderApp(ADMIN);
    const identity = await block("Identité");
    expect(identity).toHaveTextContent("Anonymisé");
    expect(within(identity).queryByRole("button")).toBeNull();
    expect(screen.getByRole("button", { name: "Supprimer l'utilisateur" })).toBeVisible();
  });

  it("ban and reactivate after a question", async () => {
    signedIn();
    answerAccount({
      account: {
        utilisateurPaiement: { ...account().utilisateurPaiement, nombrePaiementEnCours: 2 },
      },
    });
    server.use(
      http.patch("/api/admin/utilisateur/:id/switch-actif", () => {
        answerAccount({ account: { actif: false } });
        return HttpResponse.json(account({ actif: false }));
      }),
    );
    renderApp(ADMIN);
    server.use(
      http.get("/api/admin/utilisateur/:id/abonnements/effet", () =>
        HttpResponse.json({
          nombre: 3,
          jours: [
            { jour: "2027-01-15", nombre: 2 },
            { jour: "2027-02-01", nombre: 1 },
          ],
        }),
      ),
    );
    await press("Bannir");
    const modal = await confirmIn("Bannissement");
    expect(modal).toHaveTextContent(
      "3 abonnements ne seront plus reconduits : ils prendront fin le 15/01/2027 (2), le 01/02/2027 (1).",
    );
    expect(modal).toHaveTextContent(/Voulez-vous vraiment bannir Pauline Jacquet/);
    expect(modal).toHaveTextContent("2 utilisations en cours : leurs casiers restent occupés.");
    expect(modal).toHaveTextContent("Un e-mail l'en avertit.");
    expect(await screen.findByText("Le compte de Pauline Jacquet est banni.")).toBeVisible();
    expect(await screen.findByRole("button", { name: "Réactiver" })).toBeVisible();
    expect(await block("Identité")).toHaveTextContent("Banni");
  });

  it("anonymise once the acknowledgement is ticked, and show why the server refuses", async () => {
    signedIn();
    answerAccount();
    const detail = "Ce compte ne peut être supprimé : un paiement n'est pas réglé.";
    server.use(
      http.post("/api/admin/utilisateur/:id/anonymiser", () =>
        HttpResponse.json(problem(409, "Conflict", detail), { status: 409 }),
      ),
    );
    renderApp(ADMIN);
    await press("Anonymiser");
    const modal = await screen.findByRole("dialog", { name: "Anonymisation" });
    expect(modal).toHaveTextContent(CLAIMS);
    expect(within(modal).getByRole("button", { name: "Confirmer" })).toBeDisabled();
    await userEvent.click(within(modal).getByRole("checkbox"));
    await userEvent.click(within(modal).getByRole("button", { name: "Confirmer" }));
    expect(await within(modal).findByText(detail)).toBeVisible();
  });

  it("remove and grant a role", async () => {
    signedIn();
    answerAccount({
      account: {
        roles: [{ exploitationId: 1, exploitationLibelle: grandval.nom, roles: ["Hotline"] }],
      },
    });
    let taken = "";
    let sent: unknown;
    server.use(
      http.delete("/api/admin/utilisateur/:id/role", ({ request }) => {
        taken = new URL(request.url).search;
        return new HttpResponse(null, { status: 204 });
      }),
      http.post("/api/admin/utilisateur/:id/role", async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json(account());
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
    await waitFor(() => expect(sent).toEqual({ exploitant: 3, role: "Mainteneur" }));
    await waitFor(() => expect(screen.queryByRole("combobox", { name: /^Rôle/ })).toBeNull());
  });

  it("keep the focus when a role is removed, and ask before a typed one is lost", async () => {
    signedIn();
    const roles = [{ exploitationId: 1, exploitationLibelle: grandval.nom, roles: ["Hotline"] }];
    answerAccount({ account: { roles } });
    server.use(
      http.delete("/api/admin/utilisateur/:id/role", () => {
        answerAccount({ account: { roles: [] } });
        return new HttpResponse(null, { status: 204 });
      }),
    );
    renderApp(ADMIN);
    await press(`Retirer le rôle Hotline chez ${grandval.nom}`);
    await confirmIn("Retrait d'un rôle");
    await waitFor(() => expect(screen.getByRole("heading", { level: 1 })).toHaveFocus());

    await press("Donner un rôle");
    await userEvent.selectOptions(screen.getByRole("combobox", { name: /^Rôle/ }), "Mainteneur");
    await press("Donner un rôle");
    await confirmIn("Annulation");
    await waitFor(() => expect(screen.queryByRole("combobox", { name: /^Rôle/ })).toBeNull());
  });

  it("export all data of the account to a file", async () => {
    signedIn();
    answerAccount();
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
    answerAccount();
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
    expect(modal).toHaveTextContent("Disparaissent partout");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(app.path()).toBe(path));
    expect(query).toBe("?exploitant=1");
  });

  it("show why a deletion is refused", async () => {
    signedIn();
    answerAccount();
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

describe("the company for which a person pays", () => {
  const company = { nom: "Cycles Durand", siren: "999999022", adresse: "3 rue du Quai" };
  const answered = () => {
    const sent: { body: unknown; search: string; version: string | null }[] = [];
    server.use(
      http.put("/api/admin/utilisateur/:id/societe", async ({ request }) => {
        const body = await request.json();
        sent.push({
          body,
          search: new URL(request.url).search,
          version: request.headers.get("If-Match"),
        });
        if (JSON.stringify(body).includes("023")) {
          return HttpResponse.json(
            {
              ...problem(422, "", ""),
              violations: [{ propertyPath: "societe.siren", message: "Ce SIREN n'existe pas." }],
            },
            { status: 422 },
          );
        }
        return HttpResponse.json(account({}));
      }),
    );
    return sent;
  };

  it("is told by a manager, and refused at its field", async () => {
    signedIn();
    answerAccount({ account: { societeModifiable: true, version: 4 } });
    const sent = answered();
    renderApp(OPERATOR);
    const shown = within(await block("Société"));
    expect(shown.getByText("Cette personne paie pour elle-même.")).toBeVisible();
    await userEvent.click(shown.getByRole("button", { name: "Modifier" }));
    await userEvent.type(shown.getByLabelText(/^Raison sociale/), company.nom);
    const siren = shown.getByLabelText(/^SIREN/);
    await userEvent.type(siren, "12");
    await userEvent.type(shown.getByLabelText(/^Adresse/), company.adresse);
    await userEvent.click(shown.getByRole("button", { name: "Enregistrer" }));
    expect(await shown.findByText("Le SIREN compte 9 chiffres")).toBeVisible();
    await userEvent.clear(siren);
    await userEvent.type(siren, "999 999 023");
    await userEvent.click(shown.getByRole("button", { name: "Enregistrer" }));
    await press("Confirmer");
    expect(await shown.findByText("Ce SIREN n'existe pas.")).toBeVisible();
    await userEvent.clear(siren);
    await userEvent.type(siren, "999 999 022");
    await userEvent.click(shown.getByRole("button", { name: "Enregistrer" }));
    await press("Confirmer");
    expect(
      await screen.findByText("La société est enregistrée. Les prochains reçus la nomment."),
    ).toBeVisible();
    expect(sent.at(-1)).toEqual({
      body: { societe: { ...company, siren: "999 999 022" } },
      search: "?exploitant=1",
      version: expect.stringContaining("4"),
    });
  });

  it("is taken off", async () => {
    signedIn();
    answerAccount({ account: { societeModifiable: true, societe: company } });
    const sent = answered();
    renderApp(OPERATOR);
    const shown = within(await block("Société"));
    expect(shown.getByText(/999.999.022/)).toBeVisible();
    expect(await block("Identité")).not.toHaveTextContent(company.nom);
    await userEvent.click(shown.getByRole("button", { name: "Modifier" }));
    await userEvent.click(shown.getByRole("button", { name: "Supprimer" }));
    await press("Confirmer");
    expect(await screen.findByText(/paie désormais pour elle-même/)).toBeVisible();
    expect(sent.at(-1)?.body).toEqual({});
  });

  it("is only read by those who may not change it", async () => {
    signedIn();
    answerAccount({ account: { societe: company } });
    renderApp(OPERATOR);
    expect(await block("Identité")).toHaveTextContent(company.nom);
    expect(screen.queryByRole("region", { name: "Société" })).toBeNull();
  });
});
