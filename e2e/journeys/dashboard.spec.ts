import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { type Account, accounts, password } from "../support/accounts.ts";
import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";

/** Returns the address that the console gives its frame; here the page is opened on its own. */
async function address(url: string, account: Account, path: string): Promise<string> {
  const login = await fetch(`${url}/api/compte/connexion`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ username: accounts[account], password }),
  });
  const { token } = (await login.json()) as { token: string };
  const answer = await fetch(`${url}/api/admin/iloo/analytics${path}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { iframeUrl: string }).iframeUrl;
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
});

test("l'administrateur lit ceux de la plateforme, sur fond sombre", async ({ page, server }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(await address(server.url, "admin", ""));
  await expect(name(page)).toHaveText(/Tous les exploitants$/);
  const stations = figure(page, "Taux d'occupation par station");
  await stations.getByRole("textbox", { name: "Chercher une station" }).fill("littoral");
  await expect(stations.getByRole("checkbox").first()).toBeVisible();
  await expect(stations.getByText("Vélostation du Littoral").first()).toBeVisible();
  await expectAccessible(page);
});

test("une adresse qui a expiré attend la suivante", async ({ page, server }) => {
  const good = await address(server.url, "gestionnaire", "/1");
  const refused = page.waitForResponse(
    (answer) => answer.url().includes("/api/statistiques") && answer.status() === 401,
  );
  await page.goto(`${good}altere`);
  await refused;
  await page.evaluate((fragment) => {
    window.location.hash = fragment;
  }, new URL(good, server.url).hash);
  await expect(name(page)).toHaveText(/Métropole de Grandval$/);
});

test.describe("au téléphone", () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test("les figures tiennent dans la largeur", async ({ page, server }) => {
    await page.goto(await address(server.url, "gestionnaire", "/1"));
    await page.getByRole("combobox", { name: "Période" }).selectOption("90j");
    await expect(figure(page, "Utilisations")).toContainText("par semaine");
    await expect(figure(page, "Casiers les plus et les moins utilisés")).toBeVisible();
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    expect(await width()).toBeLessThanOrEqual(390);
    await expectAccessible(page);
    for (const title of ["Utilisations", "Durée des utilisations"]) {
      await figure(page, title).getByRole("button", { name: "Voir le tableau" }).tap();
    }
    expect(await width()).toBeLessThanOrEqual(390);
    await expectAccessible(page);
  });
});
