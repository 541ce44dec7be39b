import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { visit } from "../support/shell.ts";

const welcome = "Bienvenue, Connectez-vous pour accéder à votre espace de gestion";

test("sans session, toute page mène à la connexion", async ({ page }) => {
  await visit(page, ["/", "/tb-stations", "/gestion-exploitants/1/details"], async () => {
    await expect(page).toHaveURL("/connexion");
    await expect(page.getByText(welcome)).toBeVisible();
    await expectAccessible(page);
  });
});

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
