import { accounts, expectSignedIn, signOut, submitLogin } from "../support/accounts.ts";
import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { readMails } from "../support/mail.ts";
import { addApplication, confirmByPassword, keepCodes } from "../support/secondFactor.ts";
import { codeOf } from "../support/totp.ts";

test.use({ serverName: "second-factor" });

test("une application de codes protège un compte, et des codes de secours la remplacent", async ({
  page,
  server,
}) => {
  await submitLogin(page, accounts.gestionnaire);
  await expectSignedIn(page);
  await page.getByTitle("Mon compte").click();
  await expect(page.getByRole("heading", { level: 1, name: "Mon compte" })).toBeVisible();
  await page.getByRole("button", { name: "Ajouter une application" }).click();
  await expectAccessible(page);
  await confirmByPassword(page);
  const key = await addApplication(page, "Téléphone du travail");
  const codes = await keepCodes(page);
  expect(codes).toHaveLength(10);
  await expect(page.getByRole("list", { name: "Moyens" })).toContainText("Téléphone du travail");

  await signOut(page);
  await submitLogin(page, accounts.gestionnaire);
  await expect(page.getByRole("heading", { level: 1, name: "Vérification" })).toBeVisible();
  await expectAccessible(page);
  const code = page.getByRole("textbox", { name: "Code de votre application" });
  await expect(code).toBeFocused();
  await code.fill("000000");
  await page.getByRole("button", { name: "Connexion", exact: true }).click();
  await expect(page.getByText("Ce code n'est pas correct, ou il a déjà servi.")).toBeVisible();
  await code.fill(codeOf(key, 1));
  await page.getByRole("button", { name: "Connexion", exact: true }).click();
  await expectSignedIn(page);

  await signOut(page);
  await submitLogin(page, accounts.gestionnaire);
  await page.getByRole("button", { name: "Utiliser un code de secours" }).click();
  await page.getByRole("textbox", { name: "Code de secours" }).fill(codes[0] ?? "");
  await page.getByRole("button", { name: "Connexion", exact: true }).click();
  await expectSignedIn(page);

  await page.goto("/mon-compte");
  await expect(page.getByText("Il en reste 9 sur 10.")).toBeVisible();
  await page.getByRole("button", { name: "Retirer Téléphone du travail" }).click();
  const again = page
    .getByRole("dialog")
    .getByRole("textbox", { name: "Code de votre application" });
  await expect(again).toBeFocused();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Utiliser un code de secours" }).click();
  await page.getByRole("textbox", { name: "Code de secours" }).fill(codes[1] ?? "");
  await page.getByRole("button", { name: "Confirmer" }).click();
  await expect(page.getByText("n'est protégé que par son mot de passe")).toBeVisible();

  // Added and removed: both close the other sessions.
  await expect
    .poll(async () => (await readMails(server.outbox)).join().split(", et vos autres").length)
    .toBeGreaterThan(2);
  expect((await readMails(server.outbox)).join()).toContain("Un code de secours vient de servir");
});

test("un administrateur la réinitialise pour qui a tout perdu", async ({ page }) => {
  await submitLogin(page, accounts.hotline);
  await expectSignedIn(page);
  await page.goto("/mon-compte");
  await page.getByRole("button", { name: "Ajouter une application" }).click();
  await confirmByPassword(page);
  await addApplication(page, "Téléphone perdu");
  await keepCodes(page);
  await signOut(page);

  await submitLogin(page, accounts.admin);
  await expectSignedIn(page);
  await page.goto(`/gestion-utilisateurs?email=${accounts.hotline}`);
  await page.getByRole("link", { name: /^Gérer/ }).click();
  await page.getByRole("button", { name: "Réinitialiser la double authentification" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Confirmer" }).click();
  await expect(page.getByText("La double authentification est réinitialisée.")).toBeVisible();
  await signOut(page);
  await submitLogin(page, accounts.hotline);
  await expectSignedIn(page);
});
