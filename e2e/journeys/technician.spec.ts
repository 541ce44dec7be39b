import { login } from "../support/accounts.ts";
import { expect, test } from "../support/fixtures.ts";
import { adminEntries, operatorEntries } from "../support/shell.ts";

test("se connecte et ne voit ni la gestion des stations ni celle des tarifs", async ({ page }) => {
  await login(page, "mainteneur");
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
    "Récit d'appel",
    "Mode maintenance",
    "Journal",
  ]);
  await page.getByRole("link", { name: "Consigne, accueil" }).click();
  const offers = page.getByRole("main").getByRole("region", { name: "L'exploitation" });
  await expect(offers.getByRole("link", { name: /^Mes stations/ })).toBeVisible();
  await expect(offers.getByRole("link", { name: /^Mes usagers/ })).toHaveCount(0);
});
