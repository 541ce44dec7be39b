import type { Page } from "@playwright/test";
import { login, operators } from "../support/accounts.ts";
import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import {
  chevron,
  operatorEntries,
  switchOperator,
  title,
  topBar,
  visit,
} from "../support/shell.ts";

test("se connecte, ouvre une station et se déconnecte", async ({ page }) => {
  await page.goto("/connexion");
  await expect(page.getByRole("button", { name: "Connexion", exact: true })).toBeVisible();
  await expectAccessible(page);
  await login(page, "mainteneur");
  await expect(topBar(page)).toContainText(operators.grandval.nom);

  await chevron(page, "Place Victor Hugo").click();
  await expect(page.getByRole("region", { name: "Détails de Place Victor Hugo" })).toContainText(
    "38000 Grenoble",
  );
  await expectAccessible(page);

  await page.getByRole("button", { name: "Ouvrir le menu" }).click();
  const drawer = page.getByRole("dialog", { name: "Menu" });
  await expect(drawer).toBeVisible();
  await expectAccessible(page);
  await operatorEntries(page).filter({ hasText: "Liste des paiements" }).click();
  await expect(drawer).toBeHidden();
  await expect(title(page)).toHaveText("Liste des paiements");

  await page.getByRole("button", { name: "Déconnexion" }).click();
  await expect(page).toHaveURL("/connexion");
});

test.describe("avec une session", () => {
  test.use({ account: "admin" });

  test("change d'exploitant depuis le menu", async ({ page }) => {
    await page.goto("/tb-stations");
    await page.getByRole("button", { name: "Ouvrir le menu" }).click();
    await switchOperator(page, operators.littoral.nom);
    await expect(topBar(page)).toContainText(operators.littoral.nom);
  });

  test("les pages tiennent dans la largeur", async ({ page }) => {
    const paths = ["/", "/tb-stations", "/gestion-stations", "/gestion-tarifs", "/playground"];
    await visit(page, paths, async () => {
      await expect(title(page)).toBeVisible();
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      await expectAccessible(page);
    });
  });
});

test("les pages d'avant la connexion tiennent dans la largeur", async ({ page }) => {
  await visit(page, ["/connexion", "/oubli-mdp"], async () => {
    await expect(title(page)).toBeVisible();
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  });
});

/** Returns by how many pixels the page is wider than the screen. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}
