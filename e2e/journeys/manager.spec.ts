import { login, operators } from "../support/accounts.ts";
import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { adminEntries, chevron, operatorEntries, title, topBar } from "../support/shell.ts";

test("se connecte, voit ses stations et ce qu'il peut y faire", async ({ page }) => {
  await login(page, "gestionnaire");
  await expect(page).toHaveURL("/tb-stations");
  await expect(topBar(page)).toContainText(operators.grandval.nom);
  await expect(adminEntries(page)).toHaveCount(0);
  await expect(operatorEntries(page)).toHaveText([
    /^À traiter/,
    "Mes stations",
    "Mes usagers",
    "Mon équipe",
    "Liste des paiements",
    "Historique des utilisations",
    "Statistiques",
    "Gestion des stations",
    "Gestion des tarifs",
    "Récit d'appel",
    "Mode maintenance",
    "Journal",
    "Reddition des comptes",
  ]);

  await expect(chevron(page, "Place Victor Hugo")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Gérer Place Victor Hugo" }).click();
  await expect(page).toHaveURL(/\/tb-stations\/\d+\/details$/);
  await expect(title(page)).toHaveText("Gestion de la station");
  await page.getByRole("link", { name: /^Retour/ }).click();
  await expect(page).toHaveURL("/tb-stations");
});

test.describe("avec une session", () => {
  test.use({ account: "gestionnaire" });

  test("ne voit que son exploitant", async ({ page }) => {
    await page.goto("/tb-stations");
    await page.getByRole("combobox", { name: "Exploitants" }).click();
    await expect(page.getByRole("option")).toHaveText([operators.grandval.nom]);
    await expect(chevron(page, "Gare de La Rochelle")).toHaveCount(0);
  });

  test("les places d'une station collective sont comptées comme telles", async ({ page }) => {
    await page.goto("/tb-stations");
    await chevron(page, "Place de Verdun").click();
    const details = page.getByRole("region", { name: "Détails de Place de Verdun" });
    await expect(details).toContainText("Collective sans comptage");
    await expect(details).toContainText("Places libres");
  });
});

test.describe("avec l'exploitant d'un autre dans le navigateur", () => {
  test.use({ account: "gestionnaire", operator: "littoral" });

  test("retrouve le sien", async ({ page }) => {
    await page.goto("/tb-stations");
    await expect(topBar(page)).toContainText(operators.grandval.nom);
    await expect(chevron(page, "Place Victor Hugo")).toBeVisible();
  });
});
