import { accounts, submitLogin } from "../support/accounts.ts";
import { expect, test } from "../support/fixtures.ts";
import { visit } from "../support/shell.ts";

const refusals = [
  { who: "un usager", email: accounts.usager, secret: undefined },
  { who: "un compte banni", email: accounts.banni, secret: undefined },
  { who: "un mot de passe faux", email: accounts.hotline, secret: "mauvais-mot-de-passe" },
  { who: "un compte inconnu", email: "personne@consigne.test", secret: undefined },
];

test("sans session, toute page mène à la connexion, qui refuse sans dire pourquoi", async ({
  page,
}) => {
  await visit(page, ["/", "/tb-stations", "/gestion-exploitants/1/details"], async () => {
    await expect(page).toHaveURL("/connexion");
    await expect(
      page.getByText("Bienvenue, Connectez-vous pour accéder à votre espace de gestion"),
    ).toBeVisible();
  });
  await test.step("le mot de passe se montre et se cache", async () => {
    const field = page.getByRole("textbox", { name: "Mot de passe" });
    await field.fill("secret");
    await expect(field).toHaveAttribute("type", "password");
    await page.getByRole("button", { name: "Afficher le mot de passe" }).click();
    await expect(field).toHaveAttribute("type", "text");
    await page.getByRole("button", { name: "Masquer le mot de passe" }).click();
    await expect(field).toHaveAttribute("type", "password");
  });
  for (const { who, email, secret } of refusals) {
    await test.step(who, async () => {
      await submitLogin(page, email, secret);
      await expect(page.getByText("Identifiants incorrects")).toBeVisible();
      await expect(page).toHaveURL("/connexion");
      expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
    });
  }
});
