import type { Page } from "@playwright/test";
import { accounts, password, submitLogin } from "../support/accounts.ts";
import { expectAccessible } from "../support/axe.ts";
import { expect } from "../support/fixtures.ts";
import { readMails } from "../support/mail.ts";
import type { Claims, Person } from "../support/provider.ts";
import { depart, identify, leaveFor, test } from "../support/signOn.ts";
import { codeOf } from "../support/totp.ts";

test.use({ serverName: "connexion unique" });

/** Waits until the console has chosen an operator: before, it would leave the page that the test opens. */
const signedIn = (page: Page) =>
  expect(page.getByRole("heading", { level: 1, name: "Mes stations" })).toBeVisible();

const notice = (page: Page) => page.getByRole("main");

/** Ends the sessions here and at the provider. */
async function signOutOfBoth(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Déconnexion" }).click();
  await page.getByRole("button", { name: "Se déconnecter du fournisseur" }).click();
  await expect(page).toHaveURL(/\/connexion(\?|$)/);
}

test("la première connexion relie le compte par son adresse vérifiée, les suivantes le retrouvent", async ({
  page,
  server,
  offerProvider,
}) => {
  const person: Person = { email: accounts.gestionnaire };
  await offerProvider("Annuaire de Grandval", { "agent-1": person });
  await page.goto("/connexion");
  await expect(page.getByRole("button", { name: /Annuaire de Grandval/ })).toBeVisible();
  await expectAccessible(page);
  await leaveFor(page, "Annuaire de Grandval");
  await identify(page, "agent-1");
  await signedIn(page);
  expect(page.url()).not.toContain("code=");
  await expect
    .poll(async () => (await readMails(server.outbox)).join())
    .toContain("de votre organisation vient d");

  await signOutOfBoth(page);
  // The provider knows the person by an identifier, which stays when their address changes.
  person.email = "renomme@grandval.test";
  await leaveFor(page, "Annuaire de Grandval");
  await identify(page, "agent-1");
  await signedIn(page);
  await page.goto("/mon-compte");
  await expect(page.getByRole("main")).toContainText(accounts.gestionnaire);
  await expect(page.getByRole("main")).toContainText("Annuaire de Grandval");
  await expectAccessible(page);
});

test("se déconnecter ferme aussi la session du fournisseur, qui redemande le mot de passe", async ({
  page,
  offerProvider,
}) => {
  await offerProvider("Fin de session", { agent: { email: accounts.mainteneur } });
  await leaveFor(page, "Fin de session");
  await identify(page, "agent");
  await signedIn(page);

  // The session of the provider is open: it asks for nothing.
  await page.evaluate(() => localStorage.clear());
  await leaveFor(page, "Fin de session");
  await signedIn(page);

  await signOutOfBoth(page);
  await leaveFor(page, "Fin de session");
  await identify(page, "agent");
  await signedIn(page);
});

test("une personne inconnue, bannie ou à l'adresse non vérifiée n'entre pas", async ({
  page,
  context,
  offerProvider,
}) => {
  await offerProvider("Annuaire ouvert", {
    inconnue: { email: "personne@grandval.test" },
    bannie: { email: accounts.banni },
    douteuse: { email: accounts.multi, verified: false },
  });
  for (const [login, sentence] of [
    ["inconnue", "Demandez-le au gestionnaire de votre exploitation."],
    ["bannie", "Demandez-le au gestionnaire de votre exploitation."],
    ["douteuse", "n'a pas vérifié votre adresse e-mail."],
  ] as const) {
    await leaveFor(page, "Annuaire ouvert");
    await identify(page, login);
    await expect(notice(page)).toContainText(sentence);
    await expect(page).toHaveURL("/connexion/retour");
    await context.clearCookies();
  }
  await expectAccessible(page);
  await page.getByRole("link", { name: /connexion/ }).click();
  await expect(page).toHaveURL("/connexion");
  expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
});

test("un fournisseur qui signe ce qu'il dit d'une personne, comme ProConnect, ouvre la session", async ({
  page,
  offerProvider,
}) => {
  const people = { agent: { email: accounts.littoral } };
  const provider = await offerProvider("ProConnect", people, { signedUserinfo: true });
  await leaveFor(page, "ProConnect");
  await identify(page, "agent");
  await signedIn(page);
  expect(provider.asked).toContain("/me");
});

test("un fournisseur qui change de clé pendant une connexion ne l'interrompt pas", async ({
  page,
  offerProvider,
}) => {
  const provider = await offerProvider("Clés nouvelles", { agent: { email: accounts.littoral } });
  await leaveFor(page, "Clés nouvelles");
  await identify(page, "agent");
  await signedIn(page);
  await signOutOfBoth(page);

  await leaveFor(page, "Clés nouvelles");
  await expect(page.getByRole("textbox", { name: "Identifiant" })).toBeVisible();
  provider.rotate();
  await identify(page, "agent");
  await signedIn(page);
});

test("un jeton d'identité altéré est refusé", async ({ page, offerProvider }) => {
  const provider = await offerProvider("Annuaire altéré", { agent: { email: accounts.littoral } });
  const spoiled: Record<string, (claims: Claims) => Claims> = {
    "pour un autre destinataire": (claims) => ({ ...claims, aud: "un-autre" }),
    "d'une autre connexion": (claims) => ({ ...claims, nonce: "une-autre" }),
    "d'un autre émetteur": (claims) => ({ ...claims, iss: "https://un-autre.test" }),
    périmé: (claims) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 120 }),
    "d'une autre personne que celle qui est décrite": (claims) => ({ ...claims, sub: "autre" }),
  };
  const refused = async () => {
    await expect(notice(page)).toContainText("n'a pas pu être vérifiée.");
    expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
  };
  provider.forge();
  await leaveFor(page, "Annuaire altéré");
  await identify(page, "agent");
  await refused();
  for (const [name, change] of Object.entries(spoiled)) {
    await test.step(name, async () => {
      provider.spoil(change);
      await leaveFor(page, "Annuaire altéré");
      await refused();
    });
  }

  provider.spoil();
  await leaveFor(page, "Annuaire altéré");
  await signedIn(page);
});

test("une adresse de retour ne sert qu'une fois, et dans le navigateur d'où l'on est parti", async ({
  page,
  server,
  offerProvider,
}) => {
  const people = { agent: { email: accounts.littoral } };
  const provider = await offerProvider("Annuaire", people);
  // What somebody would send to a victim, so that they work in an account that is not theirs.
  await page.goto((await depart(server.url, "agent")).back);
  await expect(notice(page)).toContainText("n'a pas commencé dans ce navigateur.");
  expect(provider.asked).not.toContain("/token");

  const returns: URL[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (request.isNavigationRequest() && url.searchParams.has("code")) returns.push(url);
  });
  await leaveFor(page, "Annuaire");
  await identify(page, "agent");
  await signedIn(page);
  const [used] = returns;
  if (!used) throw new Error("the provider sent nobody back");

  await page.evaluate(() => localStorage.clear());
  await page.goto(used.href);
  await expect(notice(page)).toContainText("a expiré ou a déjà servi.");

  // The code of a sign-in that is done, in one that has just begun.
  await page.context().clearCookies({ name: /^_session/ });
  const [started] = await Promise.all([
    page.waitForRequest(`${provider.issuer}/auth?*`),
    leaveFor(page, "Annuaire"),
  ]);
  await expect(page.getByRole("textbox", { name: "Identifiant" })).toBeVisible();
  used.searchParams.set("state", new URL(started.url()).searchParams.get("state") ?? "");
  await page.goto(used.href);
  await expect(notice(page)).toContainText("Recommencez depuis la page de connexion.");
  expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
});

test("la réponse d'un fournisseur ne vaut pas pour un autre", async ({ page, offerProvider }) => {
  const people = { agent: { email: accounts.littoral } };
  const honest = await offerProvider("Annuaire honnête", people);
  const other = await offerProvider("Annuaire malveillant", people);
  const [started] = await Promise.all([
    page.waitForRequest(`${honest.issuer}/auth?*`),
    leaveFor(page, "Annuaire honnête"),
  ]);
  await expect(page.getByRole("textbox", { name: "Identifiant" })).toBeVisible();
  const state = new URL(started.url()).searchParams.get("state") ?? "";
  const back = new URLSearchParams({ code: "code", state, iss: other.issuer });
  await page.goto(`/connexion/retour?${back}`);
  await expect(notice(page)).toContainText("n'a pas pu être vérifiée.");
  // A code is never shown to a provider that may not have given it.
  expect([...honest.asked, ...other.asked]).not.toContain("/token");
});

test("la double authentification du fournisseur dispense de la nôtre", async ({
  page,
  context,
  offerProvider,
}) => {
  const person: Person = { email: accounts.hotline };
  await offerProvider("Annuaire", { agent: person });
  await submitLogin(page, accounts.hotline);
  await signedIn(page);
  await page.goto("/mon-compte");
  await page.getByRole("button", { name: "Ajouter une application" }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Mot de passe" }).fill(password);
  await page.getByRole("button", { name: "Confirmer" }).click();
  const key = (await page.locator("code").textContent()) ?? "";
  await page.getByRole("textbox", { name: "Code affiché" }).fill(codeOf(key));
  await page.getByRole("textbox", { name: "Nom de cette application" }).fill("Téléphone");
  await page.getByRole("button", { name: "Ajouter", exact: true }).click();
  await page.getByRole("button", { name: "J'ai conservé les codes" }).click();
  await page.getByRole("button", { name: "Déconnexion" }).click();
  await expect(page).toHaveURL("/connexion");

  await leaveFor(page, "Annuaire");
  await identify(page, "agent");
  await expect(page.getByRole("heading", { level: 1, name: "Vérification" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("textbox", { name: "Code de votre application" }).fill(codeOf(key, 1));
  await page.getByRole("button", { name: "Connexion", exact: true }).click();
  await signedIn(page);

  await signOutOfBoth(page);
  await context.clearCookies();
  person.secondFactor = true;
  await leaveFor(page, "Annuaire");
  await identify(page, "agent");
  await signedIn(page);
});

test("un domaine obligatoire refuse le mot de passe, sauf à l'administrateur", async ({
  page,
  offerProvider,
}) => {
  // Nothing is offered yet.
  await submitLogin(page, accounts.littoral);
  await signedIn(page);
  await page.getByRole("button", { name: "Déconnexion" }).click();
  await expect(page).toHaveURL("/connexion");

  const domains = ["littoral.test", "consigne.test"];
  const people = { agent: { email: accounts.littoral } };
  await offerProvider("Annuaire du Littoral", people, { domains, required: true });
  const refusal = /Les comptes de ce domaine se connectent avec «\s*Annuaire du Littoral\s*»\./;
  for (const email of [accounts.littoral, "personne@littoral.test"]) {
    await submitLogin(page, email);
    await expect(page.getByText(refusal)).toBeVisible();
    await page.goto("/oubli-mdp");
    await page.getByRole("textbox", { name: "Email" }).fill(email);
    await page.getByRole("button", { name: "Envoi" }).click();
    await expect(page.getByText(refusal)).toBeVisible();
  }
  await expectAccessible(page);

  await submitLogin(page, accounts.gestionnaire);
  await signedIn(page);
  await page.getByRole("button", { name: "Déconnexion" }).click();
  await expect(page).toHaveURL("/connexion");
  await submitLogin(page, accounts.admin);
  await signedIn(page);
  await page.getByRole("button", { name: "Déconnexion" }).click();
  await expect(page).toHaveURL("/connexion");

  await leaveFor(page, "Annuaire du Littoral");
  await identify(page, "agent");
  await signedIn(page);
});
