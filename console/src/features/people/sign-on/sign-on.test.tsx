import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { problem } from "@/test/data";
import type { SignOnProvider } from "./api";
import { domainsIn } from "./schema";

withTestServer();
beforeEach(() => signedIn());

const agglo: SignOnProvider = {
  id: "3",
  libelle: "Agglo",
  emetteur: "https://idp.agglo.test/realms/a",
  idClient: "consigne",
  secretEnregistre: true,
  domaines: ["agglo.test", "ville.test"],
  obligatoire: true,
  actif: true,
  origine: "console",
  version: 4,
};

/** The settings hold these providers; returns what is written. */
function have(...fournisseurs: SignOnProvider[]) {
  const written: { method: string; path: string; ifMatch: string | null; body: unknown }[] = [];
  const note =
    (status: number, answer: (body: SignOnProvider) => object | null) =>
    async ({ request }: { request: Request }) => {
      const text = await request.text();
      const body = text ? JSON.parse(text) : undefined;
      written.push({
        method: request.method,
        path: new URL(request.url).pathname.replace("/api/admin/connexion-unique/", ""),
        ifMatch: request.headers.get("If-Match"),
        body,
      });
      const given = answer(body);
      return given ? HttpResponse.json(given, { status }) : new HttpResponse(null, { status });
    };
  server.use(
    http.get("/api/admin/connexion-unique/fournisseurs", () =>
      HttpResponse.json({
        fournisseurs,
        adresseRetour: "https://console.test/connexion/retour",
        adresseFinSession: "https://console.test/connexion",
      }),
    ),
    http.post(
      "/api/admin/connexion-unique/fournisseur",
      note(201, (body) => ({ ...agglo, ...body })),
    ),
    http.put(
      "/api/admin/connexion-unique/fournisseur/:id",
      note(200, (body) => ({ ...agglo, ...body, version: 5 })),
    ),
    http.delete(
      "/api/admin/connexion-unique/fournisseur/:id",
      note(204, () => null),
    ),
  );
  return written;
}

const press = async (name: string | RegExp, place: HTMLElement = document.body) =>
  userEvent.click(await within(place).findByRole("button", { name }));

async function fill(fields: Record<string, string>) {
  for (const [label, text] of Object.entries(fields)) {
    const field = screen.getByLabelText(new RegExp(`^${label}`));
    await userEvent.clear(field);
    await userEvent.click(field);
    await userEvent.paste(text);
  }
}

it("explains what it is for when there is no provider, and names the addresses to declare", async () => {
  have();
  renderApp("/connexion-unique");
  expect(await screen.findByText("Aucun fournisseur d'identité")).toBeVisible();
  const addresses = screen.getByRole("region", { name: "À déclarer chez le fournisseur" });
  expect(addresses).toHaveTextContent("https://console.test/connexion/retour");
  expect(within(addresses).getAllByRole("button", { name: /^Copier/ })).toHaveLength(2);
});

it("adds a provider, once its fields are right", async () => {
  const written = have();
  renderApp("/connexion-unique");
  await press("Ajouter un fournisseur");
  await press("Enregistrer");
  expect(await screen.findAllByText("Veuillez renseigner tous les champs")).toHaveLength(1);
  await fill({
    Nom: "Agglo",
    Émetteur: "idp.agglo.test",
    "Identifiant client": "consigne",
    Secret: "s3cret",
  });
  const domains = screen.getByLabelText(/^Domaines des adresses/);
  expect(domains).toBeRequired();
  await userEvent.click(screen.getByRole("switch", { name: /^Obligatoire/ }));
  await press("Enregistrer");
  expect(await screen.findByText(/commence par https/)).toBeVisible();
  await fill({ Émetteur: "https://idp.agglo.test" });
  await press("Enregistrer");
  expect(domains).toHaveAccessibleDescription(
    expect.stringContaining("Indiquez au moins un domaine"),
  );
  expect(written).toHaveLength(0);
  await fill({ "Domaines des adresses": "@Agglo.test; ville.test" });
  await press("Enregistrer");
  await press("Confirmer", await screen.findByRole("dialog", { name: "Création" }));
  await waitFor(() => expect(written).toHaveLength(1));
  expect(written[0]).toMatchObject({
    method: "POST",
    body: {
      libelle: "Agglo",
      emetteur: "https://idp.agglo.test",
      idClient: "consigne",
      secret: "s3cret",
      domaines: ["agglo.test", "ville.test"],
      obligatoire: true,
      actif: true,
    },
  });
});

it("changes a provider without its secret, which is never shown", async () => {
  const written = have(agglo);
  renderApp("/connexion-unique");
  const row = await screen.findByRole("row", { name: /Agglo/ });
  expect(row).toHaveTextContent("agglo.test, ville.test");
  await press("Détails de Agglo");
  const secret = screen.getByLabelText(/^Secret/);
  expect(secret).toHaveValue("");
  expect(secret).toHaveAccessibleDescription(expect.stringContaining("Un secret est enregistré."));
  await userEvent.click(screen.getByRole("switch", { name: /^Actif/ }));
  await press("Enregistrer");
  await press("Confirmer", await screen.findByRole("dialog", { name: "Modification" }));
  await waitFor(() => expect(written).toHaveLength(1));
  expect(written[0]).toMatchObject({ method: "PUT", path: "fournisseur/3", ifMatch: '"4"' });
  expect(written[0]?.body).toMatchObject({ actif: false });
  expect(written[0]?.body).not.toHaveProperty("secret");
});

it("says of a provider without a domain that it needs one, and saves it with one alone", async () => {
  const written = have({ ...agglo, domaines: [], obligatoire: false });
  renderApp("/connexion-unique");
  const row = await screen.findByRole("row", { name: /Agglo/ });
  expect(row).toHaveTextContent("Aucun");
  expect(row).toHaveTextContent("Domaine à indiquer");
  await press("Détails de Agglo");
  await fill({ Nom: "Agglomération" });
  await press("Enregistrer");
  expect(await screen.findByText("Indiquez au moins un domaine")).toBeVisible();
  await fill({ "Domaines des adresses": " ; " });
  await press("Enregistrer");
  expect(await screen.findByText("Indiquez au moins un domaine")).toBeVisible();
  await fill({ "Domaines des adresses": "agglo.test" });
  await press("Enregistrer");
  await press("Confirmer", await screen.findByRole("dialog", { name: "Modification" }));
  await waitFor(() => expect(written).toHaveLength(1));
  expect(written[0]?.body).toMatchObject({ domaines: ["agglo.test"] });
});

it("shows the server's refusal at the field", async () => {
  have(agglo);
  const message = "L'émetteur change : donnez de nouveau le secret.";
  server.use(
    http.put("/api/admin/connexion-unique/fournisseur/:id", () =>
      HttpResponse.json(
        {
          ...problem(422, "Unprocessable", message),
          violations: [{ propertyPath: "secret", message }],
        },
        { status: 422 },
      ),
    ),
  );
  renderApp("/connexion-unique");
  await press("Détails de Agglo");
  await fill({ Émetteur: "https://autre.test" });
  await press("Enregistrer");
  await press("Confirmer", await screen.findByRole("dialog", { name: "Modification" }));
  await waitFor(() =>
    expect(screen.getByLabelText(/^Secret/)).toHaveAccessibleDescription(
      expect.stringContaining(message),
    ),
  );
});

it("deletes a provider in the version that is shown", async () => {
  const written = have(agglo);
  renderApp("/connexion-unique");
  await press("Détails de Agglo");
  await press("Supprimer");
  const question = await screen.findByRole("dialog", { name: "Suppression" });
  expect(question).toHaveTextContent("Personne ne pourra plus se connecter avec lui.");
  await press("Confirmer", question);
  await waitFor(() => expect(written).toHaveLength(1));
  expect(written[0]).toMatchObject({ method: "DELETE", path: "fournisseur/3", ifMatch: '"4"' });
});

it("tries a provider, and says what it found or why it failed", async () => {
  have(agglo);
  const sentence = "Ce fournisseur ne peut pas être utilisé : il ne répond pas.";
  let asked = 0;
  server.use(
    http.post("/api/admin/connexion-unique/fournisseur/3/essayer", () => {
      asked++;
      return HttpResponse.json(problem(502, "Bad Gateway", sentence), { status: 502 });
    }),
  );
  renderApp("/connexion-unique");
  await press("Détails de Agglo");
  await press("Essayer Agglo");
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(asked).toBe(1);
  server.use(
    http.post("/api/admin/connexion-unique/fournisseur/3/essayer", () =>
      HttpResponse.json({
        emetteur: agglo.emetteur,
        informations: true,
        finSession: false,
        retourSigne: true,
      }),
    ),
  );
  await press("Essayer Agglo");
  expect(await screen.findByText(/^Fin de session\s: non$/)).toBeVisible();
  expect(screen.queryByText(sentence)).toBeNull();
});

it("only reads the provider of the environment", async () => {
  have({ ...agglo, id: "environnement", libelle: "Siège", origine: "environnement", version: 1 });
  renderApp("/connexion-unique");
  await press("Détails de Siège");
  expect(await screen.findByText(/vient de la configuration du serveur/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Enregistrer" })).toBeNull();
  expect(screen.getByRole("button", { name: "Essayer Siège" })).toBeVisible();
});

it.each([
  ["", []],
  ["Agglo.test", ["agglo.test"]],
  [" @a.fr,b.fr ;  c.fr\na.fr ", ["a.fr", "b.fr", "c.fr"]],
])("reads the domains of %j", (text, expected) => {
  expect(domainsIn(text)).toEqual(expected);
});
