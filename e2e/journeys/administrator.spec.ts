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

test("la journée d'un administrateur, de la première visite à la configuration d'une station", async ({
  page,
}) => {
  await login(page, "admin");
  await expect(page).toHaveURL("/tb-stations");
  await expect(topBar(page)).toContainText(operators.grandval.nom);

  await test.step("les deux menus sont complets", async () => {
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
      "Abonnements",
      "Liste d'attente",
      "Vélos laissés",
      "Mon équipe",
      "Liste des paiements",
      "Historique des utilisations",
      "Statistiques",
      "Gestion des stations",
      "Gestion des tarifs",
      "Récit d'appel",
      "Mode maintenance",
      "Interventions",
      "Journal",
      "Créances",
      "Reddition des comptes",
      "Disponibilité",
    ]);
  });

  await test.step("l'accueil compte ce qui se passe", async () => {
    await page.getByRole("link", { name: "Consigne, accueil" }).click();
    await expect(title(page)).toHaveText("Accueil");
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
  });

  await test.step("la palette mène à une page sans la souris", async () => {
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog");
    await expect(palette.getByRole("textbox")).toBeFocused();
    await page.keyboard.type("gestion des stations");
    await expect(palette.getByText("Ajouter, modifier ou supprimer une station.")).toBeVisible();
    await expect(palette.getByText("Accueil")).toBeHidden();
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/gestion-stations");
  });

  await test.step("les stations s'ouvrent d'un clic et mènent à leur configuration", async () => {
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

  await test.step("Statistiques disparaît pour un exploitant sans tableau de bord", async () => {
    await switchOperator(page, operators.brume.nom);
    await expect(topBar(page)).toContainText(operators.brume.nom);
    await expect(operatorEntries(page).filter({ hasText: "Statistiques" })).toHaveCount(0);
    await expect(adminEntries(page).filter({ hasText: "Statistiques" })).toBeVisible();
  });
});
