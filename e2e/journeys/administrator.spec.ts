import { login, operators } from "../support/accounts.ts";
import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import {
  adminEntries,
  chevron,
  operatorEntries,
  switchOperator,
  title,
  topBar,
} from "../support/shell.ts";

test("la première visite choisit le premier exploitant et mène à ses stations", async ({
  page,
}) => {
  await login(page, "admin");
  await expect(page).toHaveURL("/tb-stations");
  await expect(title(page)).toHaveText("Mes stations");
  await expect(topBar(page)).toContainText(operators.grandval.nom);

  await page.goto("/");
  await expect(page).toHaveURL("/");
  await expect(title(page)).toHaveText("Accueil");
});

test.describe("avec une session", () => {
  test.use({ account: "admin" });

  test("les deux menus sont complets", async ({ page }) => {
    await page.goto("/");
    await expect(adminEntries(page)).toHaveText([
      "Gestion des exploitants",
      "Gestion des utilisateurs",
      "Liste des paiements",
      "Historique des utilisations",
      "Statistiques",
      "Connexion unique",
      "Sécurité",
    ]);
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
    await adminEntries(page).filter({ hasText: "Gestion des exploitants" }).click();
    await expect(page).toHaveURL("/gestion-exploitants");
    await expect(title(page)).toHaveText("Liste des exploitants");
  });

  test("Statistiques disparaît pour un exploitant sans tableau de bord", async ({ page }) => {
    await page.goto("/tb-stations");
    await expect(operatorEntries(page).filter({ hasText: "Statistiques" })).toBeVisible();
    await switchOperator(page, operators.brume.nom);
    await expect(topBar(page)).toContainText(operators.brume.nom);
    await expect(operatorEntries(page).filter({ hasText: "Statistiques" })).toHaveCount(0);
    await expect(adminEntries(page).filter({ hasText: "Statistiques" })).toBeVisible();
  });

  test("l'accueil compte ce qui se passe et mène à chaque page", async ({ page }) => {
    await page.goto("/");
    const now = page.getByRole("region", { name: "En ce moment" });
    for (const label of [
      "Stations",
      "Casiers libres",
      "Casiers occupés",
      "Casiers inactifs",
      "Utilisations en cours",
    ]) {
      const tile = now.locator("div", { has: page.getByText(label, { exact: true }) });
      await expect(tile.getByRole("definition").first()).toHaveText(/^\d/);
    }
    await page
      .getByRole("main")
      .getByRole("link", { name: /^Gestion des stations/ })
      .click();
    await expect(page).toHaveURL("/gestion-stations");
  });

  test("les stations s'ouvrent d'un clic et mènent à leur configuration", async ({ page }) => {
    await page.goto("/gestion-stations");
    await expect(page.getByText(operators.grandval.nom).first()).toBeVisible();
    const station = "Place Victor Hugo";
    await page.getByRole("cell", { name: station, exact: true }).click();
    await expect(chevron(page, station)).toHaveAttribute("aria-expanded", "true");
    const details = page.getByRole("region", { name: `Détails de ${station}` });
    await expect(details).toContainText("place Victor Hugo");
    await expect(details).toContainText("38000 Grenoble");
    for (const count of [
      "Casiers valides",
      "Casiers libres",
      "Casiers occupés",
      "Casiers inactifs",
    ]) {
      await expect(details).toContainText(count);
    }
    await expectAccessible(page);

    await page.reload();
    await expect(details).toBeVisible();

    await page.getByRole("link", { name: `Modifier ${station}` }).click();
    await expect(page).toHaveURL(/\/gestion-stations\/\d+\/details$/);
    await expect(title(page)).toHaveText("Configuration de la station");
    await page.goBack();
    await expect(details).toBeVisible();

    await page.getByRole("link", { name: "Ajouter une nouvelle station" }).click();
    await expect(page).toHaveURL("/creation-station");
  });

  test("une liste de stations qui ne se charge pas laisse réessayer", async ({ page }) => {
    const list = "**/api/admin/station/exploitant/*";
    await page.route(list, (route) => route.abort());
    await page.goto("/tb-stations");
    await expect(page.getByRole("main").getByRole("alert")).toContainText(
      "Le serveur ne répond pas.",
    );
    await expectAccessible(page);
    await page.unroute(list);
    await page.getByRole("button", { name: "Réessayer" }).click();
    await expect(chevron(page, "Place Victor Hugo")).toBeVisible();
  });

  test("un exploitant sans station le dit", async ({ page }) => {
    await page.route("**/api/admin/station/exploitant/*", (route) => route.fulfill({ json: [] }));
    await page.goto("/tb-stations");
    await expect(
      page.getByText("Aucune station n'est présente dans cette exploitation."),
    ).toBeVisible();
    await expectAccessible(page);
  });

  test("sans exploitant, le menu le dit", async ({ page }) => {
    await page.route("**/api/admin/exploitants", (route) => route.fulfill({ json: [] }));
    await page.goto("/");
    await expect(
      page.getByRole("region", { name: "Exploitants" }).getByText("Aucun exploitant"),
    ).toBeVisible();
    await expectAccessible(page);
  });

  test("la palette mène à une page sans la souris", async ({ page }) => {
    await page.goto("/");
    await expect(title(page)).toHaveText("Accueil");
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog");
    await expect(palette).toBeVisible();
    await page.keyboard.type("gestion des stations");
    await expect(palette.getByText("Ajouter, modifier ou supprimer une station.")).toBeVisible();
    await expect(palette.getByText("Accueil")).toBeHidden();
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/gestion-stations");
  });
});
