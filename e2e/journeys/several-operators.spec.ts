import { login, operators } from "../support/accounts.ts";
import { expect, test } from "../support/fixtures.ts";
import { chevron, operatorEntries, switchOperator, title, topBar } from "../support/shell.ts";

const { grandval, littoral } = operators;

test("passe d'un exploitant à l'autre, avec les droits de chacun", async ({ page }) => {
  await login(page, "multi");
  await expect(topBar(page)).toContainText(grandval.nom);
  await expect(operatorEntries(page).filter({ hasText: "Gestion des stations" })).toBeVisible();
  await page.getByRole("link", { name: "Gérer Place Victor Hugo" }).click();
  await expect(title(page)).toHaveText("Gestion de la station");

  // From the page of a record to the list of the other operator.
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
