import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import type { Operator } from "@/entities/operator/api";
import { chosenOperator } from "@/session/operator";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { brume, grandval, problem } from "@/test/data";

withTestServer();

const press = async (name: string | RegExp, place: HTMLElement = document.body) =>
  userEvent.click(await within(place).findByRole("button", { name }));

async function type(fields: Record<string, string>) {
  for (const [label, text] of Object.entries(fields)) {
    const field = await screen.findByRole("textbox", { name: label });
    await userEvent.clear(field);
    await userEvent.click(field);
    await userEvent.paste(text);
  }
}

async function accept(name: string, words: string) {
  const modal = await screen.findByRole("dialog", { name });
  expect(modal).toHaveTextContent(words);
  await press("Confirmer", modal);
  return modal;
}

const answerOperators = (operators: Operator[]) =>
  server.use(http.get("/api/admin/exploitants", () => HttpResponse.json(operators)));

const typed = {
  Nom: "Haut-Vallon",
  Email: "contact@haut-vallon.test",
  Adresse: "1 place du Marché",
  "Code postal": "74000",
  Ville: "Annecy",
};

beforeEach(() => signedIn());

const nothingInProgress = () =>
  server.use(
    http.get("/api/admin/exploitant/:id/compteurs", () =>
      HttpResponse.json({ utilisationsEnCours: 0 }),
    ),
  );

describe("the list", () => {
  it("shows each operator with its town and a link to its configuration", async () => {
    renderApp("/gestion-exploitants");
    const row = await screen.findByRole("row", { name: /Métropole de Grandval/ });
    expect(row).toHaveTextContent("38000 Grandval");
    expect(within(row).getByRole("link", { name: /^Modifier/ })).toHaveAttribute(
      "href",
      "/gestion-exploitants/1/details",
    );
    expect(screen.getByText("2 exploitants")).toBeVisible();
  });

  it("says when there is none", async () => {
    signedIn({ operator: null });
    answerOperators([]);
    renderApp("/gestion-exploitants");
    expect(await screen.findByText("Aucun exploitant n'est présent")).toBeVisible();
  });

  it("says without a question why one cannot be deleted, where stays are in progress", async () => {
    renderApp("/gestion-exploitants");
    await press(`Supprimer ${brume.nom}`);
    const modal = await screen.findByRole("dialog", { name: "Suppression" });
    expect(within(modal).getByRole("alert")).toHaveTextContent(
      "Cet exploitant ne peut être supprimé : une utilisation est en cours dans l'une de ses stations.",
    );
    expect(
      within(modal)
        .getAllByRole("button")
        .map(({ textContent }) => textContent),
    ).toEqual(["Fermer"]);
    await press("Fermer");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("keeps the confirmation open on a refusal, with the server's sentence", async () => {
    nothingInProgress();
    const sentence = "Cet exploitant ne peut être supprimé.";
    server.use(
      http.delete("/api/admin/exploitant/:id/suppression", () =>
        HttpResponse.json(problem(409, "Conflict", sentence), { status: 409 }),
      ),
    );
    renderApp("/gestion-exploitants");
    await press(`Supprimer ${brume.nom}`);
    const modal = await accept("Suppression", `supprimer l'exploitant ${brume.nom} ?`);
    expect(await within(modal).findByText(sentence)).toBeVisible();
  });

  it("stays on the page when the chosen operator is deleted, and chooses the next one", async () => {
    nothingInProgress();
    server.use(
      http.delete("/api/admin/exploitant/1/suppression", () => {
        answerOperators([brume]);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const app = renderApp("/gestion-exploitants");
    await press(`Supprimer ${grandval.nom}`);
    await accept("Suppression", grandval.nom);
    await waitFor(() => expect(chosenOperator()?.id).toBe(brume.id));
    expect(await screen.findByText("1 exploitant")).toBeVisible();
    expect(app.path()).toBe("/gestion-exploitants");
  });
});

describe("a new operator", () => {
  it("is sent without a dashboard, and its page opens, also when it is the first", async () => {
    let sent: unknown;
    signedIn({ operator: null });
    answerOperators([]);
    server.use(
      http.post("/api/admin/exploitant", async ({ request }) => {
        sent = await request.json();
        answerOperators([{ ...brume, id: 9, nom: "Haut-Vallon" }]);
        return HttpResponse.json({ id: 9 }, { status: 201 });
      }),
    );
    const app = renderApp("/creation-exploitant");
    await press("Terminer");
    expect(await screen.findAllByText("Veuillez renseigner tous les champs")).toHaveLength(1);
    await type(typed);
    await press("Terminer");
    await accept("Création", "Voulez-vous vraiment ajouter l'exploitant Haut-Vallon ?");
    await waitFor(() => expect(app.path()).toBe("/gestion-exploitants/9/details"));
    expect(sent).toEqual({
      libelleExploitant: "Haut-Vallon",
      email: "contact@haut-vallon.test",
      adresseLibelle: "1 place du Marché",
      adresseComplement: "",
      adresseCodePostal: "74000",
      adresseVille: "Annecy",
    });
    expect(chosenOperator()).toEqual({ id: 9, nom: "Haut-Vallon" });
  });

  it("is cancelled after a confirmation", async () => {
    const app = renderApp("/creation-exploitant");
    await press("Annuler");
    await accept("Annulation", "Voulez-vous vraiment annuler la création de l'exploitant ?");
    await waitFor(() => expect(app.path()).toBe("/gestion-exploitants"));
  });
});

describe("the configuration", () => {
  it("publishes the stations, and shows where", async () => {
    let published = false;
    server.use(
      http.get("/api/admin/exploitant/:id", () =>
        HttpResponse.json({ ...grandval, donneesOuvertes: published }),
      ),
      http.patch("/api/admin/exploitant/:id/donnees-ouvertes", () => {
        published = true;
        return HttpResponse.json({ ...grandval, donneesOuvertes: true });
      }),
    );
    renderApp("/gestion-exploitants/1/details");
    const block = await screen.findByRole("region", { name: "Données ouvertes" });
    expect(within(block).queryByRole("link")).toBeNull();
    await userEvent.click(within(block).getByRole("switch", { name: "Publier les stations" }));
    await accept("Modification", "Voulez-vous vraiment modifier les données ouvertes de");
    expect(await within(block).findAllByRole("link")).toHaveLength(2);
    expect(within(block).getByRole("link", { name: /geojson/ })).toHaveAttribute(
      "href",
      expect.stringMatching(/\/api\/ouvert\/stations\.geojson\?exploitant=1$/),
    );
  });

  it("asks the staff for a second factor", async () => {
    let needed = false;
    const operator = () => ({ ...grandval, doubleAuthentification: needed });
    server.use(
      http.get("/api/admin/exploitant/:id", () => HttpResponse.json(operator())),
      http.patch("/api/admin/exploitant/:id/double-authentification", () => {
        needed = true;
        return HttpResponse.json(operator());
      }),
    );
    renderApp("/gestion-exploitants/1/details");
    const name = "Double authentification obligatoire";
    await userEvent.click(await screen.findByRole("switch", { name }));
    await accept("Modification", "Voulez-vous vraiment modifier la double authentification de");
    expect(await screen.findByText("La double authentification est obligatoire.")).toBeVisible();
    expect(screen.getByRole("switch", { name })).toBeChecked();
  });

  it("reads, edits and saves; an emptied dashboard is not sent", async () => {
    let sent: unknown;
    server.use(
      http.put("/api/admin/exploitant/1", async ({ request }) => {
        sent = await request.json();
        server.use(
          http.get("/api/admin/exploitant/1", () =>
            HttpResponse.json({ ...grandval, nom: "Grandval", metabaseId: null }),
          ),
        );
        return HttpResponse.json(grandval);
      }),
    );
    renderApp("/gestion-exploitants/1/details");
    const info = await screen.findByRole("region", { name: "Informations de l'exploitant" });
    await press("Modifier", info);
    await type({ Nom: "Grandval", "Identifiant Metabase": "0" });
    await press("Enregistrer");
    expect(
      await screen.findByText("L'identifiant Metabase doit être un nombre entier positif"),
    ).toBeVisible();
    const dashboard = screen.getByRole("textbox", { name: "Identifiant Metabase" });
    await userEvent.clear(dashboard);
    await press("Enregistrer");
    await accept("Modification", `Voulez-vous vraiment modifier l'exploitant ${grandval.nom} ?`);
    expect(await within(info).findByRole("button", { name: "Modifier" })).toBeVisible();
    expect(sent).toMatchObject({ libelleExploitant: "Grandval", adresseVille: "Grandval" });
    expect(sent).not.toHaveProperty("metabaseId");
  });

  it("says when there is no such operator", async () => {
    server.use(
      http.get("/api/admin/exploitant/:id", () =>
        HttpResponse.json(problem(404, "Not Found", "Ressource introuvable."), { status: 404 }),
      ),
    );
    renderApp("/gestion-exploitants/99/details");
    expect(await screen.findByText("Ressource introuvable.")).toBeVisible();
  });

  it("is shown only to administrators", async () => {
    signedIn({ rights: ["DROIT_EXPLOITANTS_LECTURE"] });
    renderApp("/gestion-exploitants/1/details");
    expect(await screen.findByText(/^Accès refusé/)).toBeVisible();
    expect(screen.queryByRole("region", { name: "Référents exploitation" })).toBeNull();
  });
});
