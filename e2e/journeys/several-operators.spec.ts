import { login, operators } from "../support/accounts.ts";
import { expect, test } from "../support/fixtures.ts";
import { chevron, operatorEntries, switchOperator, title, topBar } from "../support/shell.ts";

const { grandval, littoral } = operators;

test("passe d'un exploitant à l'autre, avec les droits de chacun", async ({ page }) => {
  await login(page, "multi");
  await expect(topBar(page)).toContainText(grandval.nom);
  await expect(operatorEntries(page).filter({ hasText: "Gestion des stations" })).toBeVisible();

  await switchOperator(page, littoral.nom);
  await expect(topBar(page)).toContainText(littoral.nom);
  await expect(page).toHaveURL("/tb-stations");
  await expect(chevron(page, "Gare de La Rochelle")).toBeVisible();
  await expect(chevron(page, "Place Victor Hugo")).toHaveCount(0);
  await expect(operatorEntries(page).filter({ hasText: "Gestion des stations" })).toHaveCount(0);
  await expect(operatorEntries(page).filter({ hasText: "Gestion des tarifs" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("exploitantId"))).toBe(String(littoral.id));

  await page.reload();
  await expect(topBar(page)).toContainText(littoral.nom);
});

test.describe("avec une session", () => {
  test.use({ account: "multi" });

  test("changer d'exploitant depuis une page de détail mène à sa liste", async ({ page }) => {
    await page.goto("/tb-stations");
    await page.getByRole("link", { name: "Gérer Place Victor Hugo" }).click();
    await expect(title(page)).toHaveText("Gestion de la station");
    await switchOperator(page, littoral.nom);
    await expect(page).toHaveURL("/tb-stations");
    await expect(chevron(page, "Gare de La Rochelle")).toBeVisible();
  });

  test("des droits qui ne se chargent pas laissent chez l'exploitant d'avant", async ({ page }) => {
    await page.goto("/tb-stations");
    await expect(chevron(page, "Place Victor Hugo")).toBeVisible();
    await page.route("**/api/admin/compte/details?exploitant=2", (route) => route.abort());
    await switchOperator(page, littoral.nom);
    await expect(page.getByText("L'exploitant n'a pas pu être changé.")).toBeVisible();
    await expect(topBar(page)).toContainText(grandval.nom);
    await expect(chevron(page, "Place Victor Hugo")).toBeVisible();
  });
});
