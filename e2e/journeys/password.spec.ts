import { accounts, signOut, submitLogin } from "../support/accounts.ts";
import { expect, test } from "../support/fixtures.ts";
import { readMails, resetLink } from "../support/mail.ts";

test.use({ serverName: "password" });

const newPassword = "Un-autre-mot-de-passe-2026";

test("un mot de passe oublié se remplace par le lien reçu, une fois", async ({ page, server }) => {
  await page.goto("/connexion");
  await page.getByRole("link", { name: "Mot de passe oublié ?" }).click();
  await expect(page).toHaveURL("/oubli-mdp");
  // The address changes before the page does, and the page before has such a field too.
  await expect(page.getByRole("button", { name: "Envoi" })).toBeVisible();
  await page.getByRole("textbox", { name: "Email" }).fill(accounts.littoral);
  await page.getByRole("button", { name: "Envoi" }).click();
  await expect(page.getByText("Un email de réinitialisation a été envoyé.")).toBeVisible();

  const link = await resetLink(server.outbox, accounts.littoral);
  expect(link.startsWith(`${server.url}/nouveau-mot-de-passe#jeton=`)).toBe(true);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url().split("#")[0] ?? ""));
  await page.goto(link);
  // The token leaves the URL at once, and is in nothing that the browser sends or stores.
  await expect(page).toHaveURL("/nouveau-mot-de-passe");
  const stored = await page.evaluate(() =>
    JSON.stringify([localStorage, sessionStorage, history.state]),
  );
  expect(stored + requests.join()).not.toContain(link.split("jeton=")[1]);
  await page.getByRole("textbox", { name: "Nouveau mot de passe" }).fill(newPassword);
  await page.getByRole("textbox", { name: "Confirmation du mot de passe" }).fill(newPassword);
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page).toHaveURL("/connexion");
  await expect(page.getByText("Votre nouveau mot de passe est enregistré.")).toBeVisible();

  await submitLogin(page, accounts.littoral);
  await expect(page.getByText("Identifiants incorrects")).toBeVisible();
  await submitLogin(page, accounts.littoral, newPassword);
  await expect(page.getByRole("button", { name: "Déconnexion" })).toBeVisible();

  await test.step("le lien qui a servi ne sert plus", async () => {
    await signOut(page);
    await page.goto(link);
    await page.getByRole("textbox", { name: "Nouveau mot de passe" }).fill(newPassword);
    await page.getByRole("textbox", { name: "Confirmation du mot de passe" }).fill(newPassword);
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page.getByRole("link", { name: "Demander un nouveau lien" })).toBeVisible();
    await expect(page).toHaveURL("/nouveau-mot-de-passe");
  });

  await test.step("une adresse inconnue reçoit la même réponse, et aucun mail ne part", async () => {
    await page.goto("/oubli-mdp");
    await page.getByRole("textbox", { name: "Email" }).fill("personne@consigne.test");
    await page.getByRole("button", { name: "Envoi" }).click();
    await expect(page.getByText("Un email de réinitialisation a été envoyé.")).toBeVisible();
    expect((await readMails(server.outbox)).join()).not.toContain("personne@consigne.test");
  });
});
