import type { Page } from "@playwright/test";
import { accounts, expectSignedIn, signOut, submitLogin } from "../support/accounts.ts";
import { expectAccessible } from "../support/axe.ts";
import { expect } from "../support/fixtures.ts";
import { readMails } from "../support/mail.ts";
import type { Person } from "../support/provider.ts";
import { addApplication, confirmByPassword, keepCodes } from "../support/secondFactor.ts";
import { depart, identify, leaveFor, test } from "../support/signOn.ts";
import { codeOf } from "../support/totp.ts";

test.use({ serverName: "single-sign-on" });

const notice = (page: Page) => page.getByRole("main");

/** Ends the sessions here and at the provider. */
async function signOutOfBoth(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Déconnexion" }).click();
  await page.getByRole("button", { name: "Se déconnecter du fournisseur" }).click();
  await expect(page).toHaveURL(/\/connexion(\?|$)/);
}

test("la première connexion relie le compte, les suivantes le retrouvent, et la déconnexion vaut des deux côtés", async ({
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
  await expectSignedIn(page);
  expect(page.url()).not.toContain("code=");
  await expect
    .poll(async () => (await readMails(server.outbox)).join())
    .toContain("de votre organisation vient d");

  // The session of the provider is open: it asks for nothing.
  await page.evaluate(() => localStorage.clear());
  await leaveFor(page, "Annuaire de Grandval");
  await expectSignedIn(page);

  // To sign out ends it too, and the password is asked for again.
  await signOutOfBoth(page);
  // The provider knows the person by an identifier, which stays when their address changes.
  person.email = "renomme@grandval.test";
  await leaveFor(page, "Annuaire de Grandval");
  await identify(page, "agent-1");
  await expectSignedIn(page);
  await page.goto("/mon-compte");
  await expect(page.getByRole("main")).toContainText(accounts.gestionnaire);
  await expect(page.getByRole("main")).toContainText("Annuaire de Grandval");
});

test("un fournisseur comme ProConnect, dont la clé change, ouvre la session ; une personne inconnue n'entre pas", async ({
  page,
  context,
  offerProvider,
}) => {
  // It signs what it says of a person.
  const people = {
    agent: { email: accounts.littoral },
    inconnue: { email: "personne@grandval.test" },
  };
  const provider = await offerProvider("ProConnect", people, { signedUserinfo: true });
  await leaveFor(page, "ProConnect");
  await identify(page, "agent");
  await expectSignedIn(page);
  expect(provider.asked).toContain("/me");
  await signOutOfBoth(page);

  await leaveFor(page, "ProConnect");
  await expect(page.getByRole("textbox", { name: "Identifiant" })).toBeVisible();
  provider.rotate();
  await identify(page, "agent");
  await expectSignedIn(page);

  await signOutOfBoth(page);
  await context.clearCookies();
  await leaveFor(page, "ProConnect");
  await identify(page, "inconnue");
  await expect(notice(page)).toContainText("Demandez-le au gestionnaire de votre exploitation.");
  await expect(page).toHaveURL("/connexion/retour");
  await page.getByRole("link", { name: /connexion/ }).click();
  await expect(page).toHaveURL("/connexion");
  expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
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
  await expectSignedIn(page);
  const [used] = returns;
  if (!used) throw new Error("the provider sent nobody back");

  await page.evaluate(() => localStorage.clear());
  await page.goto(used.href);
  await expect(notice(page)).toContainText("a expiré ou a déjà servi.");
  expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
});

test("la double authentification du fournisseur dispense de la nôtre", async ({
  page,
  context,
  offerProvider,
}) => {
  const person: Person = { email: accounts.hotline };
  await offerProvider("Annuaire", { agent: person });
  await submitLogin(page, accounts.hotline);
  await expectSignedIn(page);
  await page.goto("/mon-compte");
  await page.getByRole("button", { name: "Ajouter une application" }).click();
  await confirmByPassword(page);
  const key = await addApplication(page, "Téléphone");
  await keepCodes(page);
  await signOut(page);

  await leaveFor(page, "Annuaire");
  await identify(page, "agent");
  await expect(page.getByRole("heading", { level: 1, name: "Vérification" })).toBeVisible();
  await page.getByRole("textbox", { name: "Code de votre application" }).fill(codeOf(key, 1));
  await page.getByRole("button", { name: "Connexion", exact: true }).click();
  await expectSignedIn(page);

  await signOutOfBoth(page);
  await context.clearCookies();
  person.secondFactor = true;
  await leaveFor(page, "Annuaire");
  await identify(page, "agent");
  await expectSignedIn(page);
});

test("un domaine obligatoire refuse le mot de passe, sauf à l'administrateur", async ({
  page,
  offerProvider,
}) => {
  // Nothing is offered yet.
  await submitLogin(page, accounts.littoral);
  await expectSignedIn(page);
  await signOut(page);

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

  await submitLogin(page, accounts.admin);
  await expectSignedIn(page);
  await signOut(page);

  await leaveFor(page, "Annuaire du Littoral");
  await identify(page, "agent");
  await expectSignedIn(page);
});
