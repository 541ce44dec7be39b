import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import type { Account } from "../support/accounts.ts";
import { expectAccessible } from "../support/axe.ts";
import { callerOf } from "../support/callers.ts";
import { expect, test } from "../support/fixtures.ts";
import { onPhone } from "../support/shell.ts";

/** Returns the address that the console gives its frame; here the page is opened on its own. */
async function address(url: string, account: Account, path: string): Promise<string> {
  const call = await callerOf(url, account);
  const { status, body } = await call("GET", `/admin/iloo/analytics${path}`);
  expect(status).toBe(200);
  return String(body.iframeUrl);
}

const name = (page: Page) => page.getByRole("heading", { level: 1 });
const figure = (page: Page, title: string) =>
  page.getByRole("region", { name: title, exact: true });

/** Returns the number on a tile. */
async function tile(page: Page, label: string): Promise<number> {
  const value = page.locator("dt", { hasText: new RegExp(`^${label}$`) }).locator("+ dd");
  return Number((await value.innerText()).replaceAll(/\s/g, ""));
}

test("le gestionnaire lit les chiffres, change de période et emporte un fichier", async ({
  page,
  server,
}) => {
  await page.goto(await address(server.url, "gestionnaire", "/1"));
  await expect(name(page)).toHaveText(/Métropole de Grandval$/);
  await expect(figure(page, "Casiers les plus et les moins utilisés")).toBeVisible();
  const month = await tile(page, "Utilisations");
  expect(month).toBeGreaterThan(100);

  // The hours of the week add up to the stays of the period, and so do the days.
  const numbers = async (cells: string[]) =>
    cells.reduce((sum, text) => sum + Number(text.replaceAll(/\s/g, "")), 0);
  const hours = figure(page, "Heures de la semaine").getByRole("cell");
  expect(await numbers(await hours.allInnerTexts())).toBe(month);
  const stays = figure(page, "Utilisations");
  await expect(stays.getByRole("img")).toHaveAccessibleName(/utilisations à la période précédente/);
  await expectAccessible(page);
  await stays.getByRole("button", { name: "Voir le tableau" }).click();
  const days = stays.locator("tbody tr td:nth-of-type(1)");
  await expect(days).toHaveCount(30);
  expect(await numbers(await days.allInnerTexts())).toBe(month);

  await page.getByText("12 derniers mois").click();
  await expect(stays).toContainText("par mois");
  expect(await tile(page, "Utilisations")).toBeGreaterThan(month);
  await page.reload();
  await expect(page.getByRole("radio", { name: "12 derniers mois" })).toBeChecked();

  const saved = page.waitForEvent("download");
  await figure(page, "Recettes par tarif")
    .getByRole("button", { name: /^Télécharger \(CSV\)/ })
    .click();
  const download = await saved;
  expect(download.suggestedFilename()).toMatch(/^tarifs_[\d-]{10}_[\d-]{10}\.csv$/);
  expect(await readFile(await download.path(), "utf8")).toContain(";");

  await onPhone(page, async () => {
    await page.getByRole("combobox", { name: "Période" }).selectOption("90j");
    await expect(stays).toContainText("par semaine");
    await figure(page, "Durée des utilisations")
      .getByRole("button", { name: "Voir le tableau" })
      .click();
    await expectAccessible(page);
  });
});

test("l'administrateur lit ceux de la plateforme sur fond sombre, dès qu'une adresse suit celle qui a expiré", async ({
  page,
  server,
}) => {
  await page.emulateMedia({ colorScheme: "dark" });
  const good = await address(server.url, "admin", "");
  const refused = page.waitForResponse(
    (answer) => answer.url().includes("/api/statistiques") && answer.status() === 401,
  );
  await page.goto(`${good}altere`);
  await refused;
  await page.evaluate((fragment) => {
    window.location.hash = fragment;
  }, new URL(good, server.url).hash);
  await expect(name(page)).toHaveText(/Tous les exploitants$/);
  const stations = figure(page, "Taux d'occupation par station");
  await stations.getByRole("textbox", { name: "Chercher une station" }).fill("littoral");
  await expect(stations.getByRole("checkbox").first()).toBeVisible();
  await expect(stations.getByText("Vélostation du Littoral").first()).toBeVisible();
  await expectAccessible(page);
});
