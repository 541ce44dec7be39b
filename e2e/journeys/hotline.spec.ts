import { login } from "../support/accounts.ts";
import { expect, test } from "../support/fixtures.ts";
import { adminEntries, operatorEntries } from "../support/shell.ts";

test("se connecte et lit les tarifs, sans pouvoir toucher aux stations", async ({ page }) => {
  await login(page, "hotline");
  await expect(page).toHaveURL("/tb-stations");
  await expect(adminEntries(page)).toHaveCount(0);
  await expect(operatorEntries(page)).toHaveText([
    /^À traiter/,
    "Mes stations",
    "Mes usagers",
    "Mon équipe",
    "Liste des paiements",
    "Historique des utilisations",
    "Statistiques",
    "Gestion des tarifs",
    "Récit d'appel",
    "Journal",
  ]);
});

test.describe("avec une session", () => {
  test.use({ account: "hotline" });

  test("ne trouve rien à supprimer dans la gestion des stations", async ({ page }) => {
    await page.goto("/gestion-stations");
    await expect(page.getByText("Place Victor Hugo").first()).toBeVisible();
    await expect(page.getByRole("button", { name: /^Supprimer/ })).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Ajouter une nouvelle station" })).toHaveCount(0);
  });
});
