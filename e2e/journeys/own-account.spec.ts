import type { Page } from "@playwright/test";
import {
  accounts,
  expectSignedIn,
  login,
  password,
  signOut,
  submitLogin,
} from "../support/accounts.ts";
import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { readMails, resetLink } from "../support/mail.ts";

test.use({ serverName: "own-account" });

async function open(page: Page, change: string): Promise<void> {
  await page.goto("/mon-compte");
  await page.getByRole("button", { name: change }).click();
  const dialog = page.getByRole("dialog", { name: change });
  await expectAccessible(page);
  await dialog.getByRole("textbox", { name: "Mot de passe" }).fill(password);
  await dialog.getByRole("button", { name: "Confirmer" }).click();
}

test("le mot de passe change, et les autres sessions se ferment", async ({
  page,
  browser,
  baseURL,
}) => {
  const chosen = "quatre nuages très lents";
  const elsewhere = await (await browser.newContext({ baseURL })).newPage();
  await login(elsewhere, "gestionnaire");
  await login(page, "gestionnaire");

  await open(page, "Changer de mot de passe");
  const [first, second] = ["Nouveau mot de passe", "Confirmation du mot de passe"];
  await expect(page.getByRole("textbox", { name: first })).toBeFocused();
  for (const typed of ["azertyuiop123", chosen]) {
    await page.getByRole("textbox", { name: first }).fill(typed);
    await page.getByRole("textbox", { name: second }).fill(typed);
    await page.getByRole("button", { name: "Enregistrer" }).click();
    if (typed !== chosen) {
      await expect(page.getByText("Ce mot de passe est trop facile à deviner.")).toBeVisible();
    }
  }
  await expect(page.getByText("Votre mot de passe est changé")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Mon compte" })).toBeVisible();
  await elsewhere.reload();
  await expect(elsewhere.getByText("Session expirée, veuillez vous reconnecter.")).toBeVisible();
  await elsewhere.context().close();

  await signOut(page);
  await submitLogin(page, accounts.gestionnaire);
  await expect(page.getByText("Identifiants incorrects")).toBeVisible();
  await submitLogin(page, accounts.gestionnaire, chosen);
  await expect(page.getByRole("button", { name: "Déconnexion" })).toBeVisible();
});

test("l'adresse e-mail change quand le lien reçu à la nouvelle est ouvert, et l'on peut y renoncer", async ({
  page,
  server,
}) => {
  const after = "hotline.nouvelle@grandval.test";
  await login(page, "hotline");
  await open(page, "Changer d'adresse e-mail");
  await page.getByRole("textbox", { name: "Nouvelle adresse e-mail" }).fill("faute@grandval.test");
  await page.getByRole("button", { name: "Envoyer le lien" }).click();
  await page.getByRole("button", { name: "Renoncer à ce changement" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Confirmer" }).click();
  await expect(page.getByText("Vous gardez votre adresse actuelle.")).toBeVisible();
  await expect(page.getByText("remplacera cette adresse")).toBeHidden();

  await open(page, "Changer d'adresse e-mail");
  await page.getByRole("textbox", { name: "Nouvelle adresse e-mail" }).fill(after);
  await page.getByRole("button", { name: "Envoyer le lien" }).click();
  await expect(page.getByText(`${after} remplacera cette adresse`)).toBeVisible();

  await page.goto(await resetLink(server.outbox, after));
  await page.getByRole("button", { name: "Confirmer cette adresse" }).click();
  await expect(page).toHaveURL("/connexion");
  await expect(page.getByText("Votre nouvelle adresse est confirmée.")).toBeVisible();
  await submitLogin(page, accounts.hotline);
  await expect(page.getByText("Identifiants incorrects")).toBeVisible();
  await submitLogin(page, after);
  await expectSignedIn(page);
  await page.goto("/mon-compte");
  await expect(page.getByText(after)).toBeVisible();
  // The address before is told when the change is asked for, and when it takes effect.
  const told = new RegExp(`^To: .*${accounts.hotline}`, "m");
  await expect
    .poll(async () => (await readMails(server.outbox)).filter((mail) => told.test(mail)).length)
    .toBeGreaterThan(1);
});
