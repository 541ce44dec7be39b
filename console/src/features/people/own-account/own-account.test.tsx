import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { ALL_RIGHTS, ownAccount, problem } from "@/test/data";

withTestServer();

const telephone = {
  id: 7,
  moyen: "totp",
  nom: "Téléphone",
  ajout: "2026-03-10T12:00:00+01:00",
  utilisation: null,
};

/** The caller has these factors; returns what is sent, by path. */
function have(facteurs: object[], codesSecours = 10) {
  const sent: Record<string, unknown> = {};
  server.use(
    http.get("/api/admin/compte/second-facteur", () =>
      HttpResponse.json({ facteurs, codesSecours, obligatoire: false }),
    ),
    http.post("/api/admin/compte/confirmation", async ({ request }) => {
      sent.confirmation = await request.json();
      return HttpResponse.json({ jetonEtape: "j1" });
    }),
    http.post("/api/compte/second-facteur/totp", () =>
      HttpResponse.json({
        cle: "ABCDEFGH",
        lien: "otpauth://totp/x",
        codeQr: "data:image/png;base64,AA==",
      }),
    ),
    http.post("/api/compte/second-facteur", async ({ request }) => {
      sent.added = await request.json();
      return HttpResponse.json({ codesSecours: ["aaaa-bbbb-cccc"] });
    }),
    http.post("/api/admin/compte/mot-de-passe", async ({ request }) => {
      sent.password = await request.json();
      return new HttpResponse(null, { status: 204 });
    }),
    http.post("/api/admin/compte/adresse", async ({ request }) => {
      sent.email = await request.json();
      return new HttpResponse(null, { status: 204 });
    }),
    http.post("/api/admin/compte/second-facteur/7/retirer", async ({ request }) => {
      sent.removed = await request.json();
      return new HttpResponse(null, { status: 204 });
    }),
  );
  signedIn();
  return sent;
}

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const dialog = async () => within(await screen.findByRole("dialog"));

it("is reached from the person's name", async () => {
  have([]);
  renderApp("/playground");
  await userEvent.click(await screen.findByTitle("Mon compte"));
  expect(await screen.findByRole("heading", { level: 1, name: "Mon compte" })).toBeVisible();
});

it("adds an application after the password, and shows the recovery codes once", async () => {
  const sent = have([]);
  renderApp("/mon-compte");
  await press("Ajouter une application");
  await userEvent.type((await dialog()).getByLabelText(/^Mot de passe/), "secret");
  await press("Confirmer");
  await userEvent.type(await screen.findByLabelText(/^Code affiché/), "123456");
  await press("Ajouter");
  expect(await screen.findByText("aaaa-bbbb-cccc")).toBeVisible();
  expect(sent).toEqual({
    confirmation: { motDePasse: "secret" },
    added: { jetonEtape: "j1", nom: "Application", moyen: "totp", code: "123456" },
  });
  await press("J'ai conservé les codes");
  expect(screen.queryByText("aaaa-bbbb-cccc")).toBeNull();
});

it("removes one after a code of the application", async () => {
  const sent = have([telephone], 2);
  renderApp("/mon-compte");
  expect(await screen.findByText("À remplacer")).toBeVisible();
  await press("Retirer Téléphone");
  const code = await screen.findByLabelText(/^Code de votre application/);
  expect(code).toHaveFocus();
  expect((await dialog()).queryByLabelText(/^Mot de passe/)).toBeNull();
  await userEvent.type(code, "123456");
  await press("Confirmer");
  expect(await screen.findByText(/Téléphone.*est retiré/)).toBeVisible();
  expect(sent.confirmation).toEqual({ moyen: "totp", code: "123456" });
  expect(sent.removed).toEqual({ jetonEtape: "j1" });
});

it("takes a recovery code of who has lost the application", async () => {
  const sent = have([telephone], 2);
  renderApp("/mon-compte");
  await press("Retirer Téléphone");
  await press("Utiliser un code de secours");
  const code = await screen.findByLabelText(/^Code de secours/);
  expect(code).toHaveFocus();
  await userEvent.type(code, "aaaa-bbbb-cccc");
  await press("Confirmer");
  expect(await screen.findByText(/Téléphone.*est retiré/)).toBeVisible();
  expect(sent.confirmation).toEqual({ moyen: "secours", code: "aaaabbbbcccc" });
});

const refusal = (propertyPath: string, message: string) =>
  HttpResponse.json(
    { ...problem(422, "Unprocessable", message), violations: [{ propertyPath, message }] },
    { status: 422 },
  );

const confirmByPassword = async () => {
  await userEvent.type((await dialog()).getByLabelText(/^Mot de passe/), "secret");
  await press("Confirmer");
};

const choosePassword = async (password: string, again = password) => {
  const [first, second] = [/^Nouveau mot de passe/, /^Confirmation du mot de passe/];
  await userEvent.clear(await screen.findByLabelText(first));
  await userEvent.type(screen.getByLabelText(first), password);
  await userEvent.clear(screen.getByLabelText(second));
  await userEvent.type(screen.getByLabelText(second), again);
  await press("Enregistrer");
};

it("changes the password, and says at the field why one is refused", async () => {
  const sent = have([]);
  const message = "Ce mot de passe est trop facile à deviner.";
  server.use(
    http.post("/api/admin/compte/mot-de-passe", () => refusal("motDePasse", message), {
      once: true,
    }),
  );
  renderApp("/mon-compte");
  await press("Changer de mot de passe");
  await confirmByPassword();
  await choosePassword("quatre nuages lents", "quatre nuages");
  expect(await screen.findByText("Les deux mots de passe sont différents.")).toBeVisible();
  await choosePassword("azertyuiop123");
  expect(await screen.findByText(message)).toBeVisible();
  await choosePassword("quatre nuages lents");
  expect(await screen.findByText(/Votre mot de passe est changé/)).toBeVisible();
  expect(sent.password).toEqual({ jetonEtape: "j1", motDePasse: "quatre nuages lents" });
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("asks who one is again once the step has expired", async () => {
  have([]);
  const message = "Cette étape a expiré. Veuillez recommencer.";
  server.use(
    http.post("/api/admin/compte/mot-de-passe", () =>
      HttpResponse.json(problem(410, "Gone", message), { status: 410 }),
    ),
  );
  renderApp("/mon-compte");
  await press("Changer de mot de passe");
  await confirmByPassword();
  await choosePassword("quatre nuages lents");
  expect(await screen.findByText(message)).toBeVisible();
  expect((await dialog()).getByLabelText(/^Mot de passe/)).toBeVisible();
});

it("asks for another e-mail, shows the one that is awaited, and gives it up", async () => {
  const sent = have([]);
  let emailEnAttente: string | undefined;
  server.use(
    http.get("/api/admin/compte/details", () =>
      HttpResponse.json({ ...ownAccount(ALL_RIGHTS), emailEnAttente }),
    ),
    http.delete("/api/admin/compte/adresse", () => {
      emailEnAttente = undefined;
      return new HttpResponse(null, { status: 204 });
    }),
  );
  renderApp("/mon-compte");
  expect(await screen.findByText("Administrateur")).toBeVisible();
  await press("Changer d'adresse e-mail");
  await confirmByPassword();
  const field = await screen.findByLabelText(/^Nouvelle adresse e-mail/);
  await userEvent.type(field, "camille");
  await press("Envoyer le lien");
  expect(await screen.findByText("Le format de l'email n'est pas correct.")).toBeVisible();
  await userEvent.type(field, "@ville.fr");
  emailEnAttente = "camille@ville.fr";
  await press("Envoyer le lien");
  expect(await screen.findByText(/camille@ville.fr remplacera cette adresse/)).toBeVisible();
  expect(sent.email).toEqual({ jetonEtape: "j1", email: "camille@ville.fr" });
  await press("Renoncer à ce changement");
  await press("Confirmer");
  expect(await screen.findByText("Vous gardez votre adresse actuelle.")).toBeVisible();
  expect(screen.queryByText(/remplacera cette adresse/)).toBeNull();
});

it("leaves password and e-mail to the provider that is compulsory", async () => {
  have([]);
  server.use(
    http.get("/api/admin/compte/details", () =>
      HttpResponse.json({ ...ownAccount([]), fournisseurObligatoire: "Agglo" }),
    ),
  );
  renderApp("/mon-compte");
  expect(await screen.findByText(/Vous vous connectez avec «\sAgglo\s»/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Changer d'adresse e-mail" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Changer de mot de passe" })).toBeNull();
});

it("says at the field that the code is wrong", async () => {
  have([telephone]);
  const message = "Ce code n'est pas correct, ou il a déjà servi.";
  server.use(http.post("/api/admin/compte/confirmation", () => refusal("code", message)));
  renderApp("/mon-compte");
  await press("Nouveaux codes de secours");
  await userEvent.type((await dialog()).getByLabelText(/^Code de votre application/), "000000");
  await press("Confirmer");
  expect(await screen.findByText(message)).toBeVisible();
});

it("says at the field that the password is wrong", async () => {
  have([]);
  const message = "Ce mot de passe n'est pas correct.";
  server.use(http.post("/api/admin/compte/confirmation", () => refusal("motDePasse", message)));
  renderApp("/mon-compte");
  await press("Changer de mot de passe");
  await userEvent.type((await dialog()).getByLabelText(/^Mot de passe/), "faux");
  await press("Confirmer");
  expect(await screen.findByText(message)).toBeVisible();
});

const identity = {
  id: 5,
  libelle: "Agglo",
  adresse: "camille@agglo.test",
  depuis: "2026-03-10T12:00:00+01:00",
  derniereUtilisation: "2026-03-12T12:00:00+01:00",
};

it("unlinks a provider", async () => {
  have([]);
  let linked = [identity];
  server.use(
    http.get("/api/admin/compte/fournisseurs", () => HttpResponse.json({ identites: linked })),
    http.delete("/api/admin/compte/fournisseur/5", () => {
      linked = [];
      return new HttpResponse(null, { status: 204 });
    }),
  );
  signedIn();
  renderApp("/mon-compte");
  const block = await screen.findByRole("region", { name: "Connexion unique" });
  expect(block).toHaveTextContent("camille@agglo.test");
  expect(block).toHaveTextContent(/Lié le 10\/03\/2026, utilisé le 12\/03\/2026 à\s12h00/);
  await userEvent.click(within(block).getByRole("button", { name: "Délier Agglo" }));
  const question = await screen.findByRole("dialog", { name: "Connexion unique" });
  await userEvent.click(within(question).getByRole("button", { name: "Confirmer" }));
  expect(await screen.findByText(/est délié/)).toBeVisible();
  expect(screen.queryByRole("region", { name: "Connexion unique" })).toBeNull();
});

it("says how a provider would be linked", async () => {
  have([]);
  server.use(
    http.get("/api/compte/connexion/fournisseurs", () =>
      HttpResponse.json({
        fournisseurs: [
          { id: "3", libelle: "Agglo" },
          { id: "4", libelle: "ProConnect" },
        ],
      }),
    ),
  );
  signedIn();
  renderApp("/mon-compte");
  const block = await screen.findByRole("region", { name: "Connexion unique" });
  expect(block).toHaveTextContent("Agglo ou ProConnect");
});
