import { accounts, submitLogin } from "../support/accounts.ts";
import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";

const refusals = [
  { who: "un usager", email: accounts.usager, secret: undefined },
  { who: "un compte banni", email: accounts.banni, secret: undefined },
  { who: "un mot de passe faux", email: accounts.hotline, secret: "mauvais-mot-de-passe" },
  { who: "un compte inconnu", email: "personne@consigne.test", secret: undefined },
];

test("la connexion est refusée, sans dire pourquoi", async ({ page }) => {
  for (const { who, email, secret } of refusals) {
    await test.step(who, async () => {
      await submitLogin(page, email, secret);
      await expect(page.getByText("Identifiants incorrects")).toBeVisible();
      await expect(page).toHaveURL("/connexion");
      expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
      await expectAccessible(page);
    });
  }
});

test("le mot de passe se montre et se cache", async ({ page }) => {
  await page.goto("/connexion");
  const field = page.getByRole("textbox", { name: "Mot de passe" });
  await field.fill("secret");
  await expect(field).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Afficher le mot de passe" }).click();
  await expect(field).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Masquer le mot de passe" }).click();
  await expect(field).toHaveAttribute("type", "password");
});
