import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";

const welcome = "Bienvenue, Connectez-vous pour accéder à votre espace de gestion";

for (const path of ["/", "/tb-stations", "/gestion-exploitants/1/details"]) {
  test(`sans session, ${path} mène à la connexion`, async ({ page }) => {
    await page.goto(path);
    await expect(page).toHaveURL("/connexion");
    await expect(page.getByText(welcome)).toBeVisible();
    await expectAccessible(page);
  });
}

test("sans session, la page du mot de passe oublié reste ouverte", async ({ page }) => {
  await page.goto("/oubli-mdp");
  await expect(page).toHaveURL("/oubli-mdp");
  await expectAccessible(page);
});

test.describe("avec une session", () => {
  test.use({ account: "gestionnaire" });

  test("la page de connexion renvoie à l'accueil", async ({ page }) => {
    await page.goto("/connexion");
    await expect(page).not.toHaveURL("/connexion");
    await expect(page.getByRole("button", { name: "Déconnexion" })).toBeVisible();
  });
});
