import type { Browser, Locator, Page } from "@playwright/test";
import { login } from "../support/accounts.ts";
import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { block, button, fillIn } from "../support/sections.ts";

test.use({ serverName: "à-deux", account: "gestionnaire" });

const SIGNED_OUT = { cookies: [], origins: [] };
const phone = { width: 320, height: 700 };

/** Signs an administrator in, in a browser of their own. */
async function colleague(browser: Browser, baseURL: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL, storageState: SIGNED_OUT })).newPage();
  await login(page, "admin");
  return page;
}

const dialog = (page: Page) => page.getByRole("dialog", { name: "Modifié entre-temps" });

async function confirm(page: Page): Promise<void> {
  const question = page.getByRole("dialog", { name: "Modification" });
  await button(question, "Confirmer").click();
  await expect(question).toBeHidden();
}

/** Changes one field of the station in the form, which is open, and saves. */
async function saveName(page: Page, info: Locator, name: string): Promise<void> {
  await fillIn(info, { Nom: name });
  await button(info, "Enregistrer").click();
  await confirm(page);
}

test("deux personnes modifient la même station", async ({ page, browser, baseURL }) => {
  test.slow();
  await page.goto("/gestion-stations");
  await page
    .getByRole("link", { name: /^(Configurer|Gérer|Modifier)/ })
    .first()
    .click();
  const info = block(page, "Informations de la station");
  await expect(info).toContainText("Libellé");
  const other = await colleague(browser, baseURL ?? "");
  await other.goto(page.url());
  const theirs = block(other, "Informations de la station");

  await button(info, "Modifier").click();
  await button(theirs, "Modifier").click();
  await saveName(other, theirs, "Halte du Nord");
  await expect(button(theirs, "Modifier")).toBeVisible();

  await saveName(page, info, "Halte du Sud");
  await expect(dialog(page)).toContainText(
    /a modifié la station «\s.*\s» le\s\d\d-\d\d-\d{4} à\s\d\dh\d\d/,
  );
  await expect(dialog(page).getByRole("row", { name: /Halte du Nord/ })).toContainText(
    "Halte du Sud",
  );
  await expectAccessible(page);
  await page.setViewportSize(phone);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await button(dialog(page), "Voir sa version").click();
  await expect(info.getByLabel(/^Nom/)).toHaveValue("Halte du Nord");
  await expectAccessible(page);
  await button(info, "Reprendre ma saisie").click();
  await expect(info.getByLabel(/^Nom/)).toHaveValue("Halte du Sud");
  await button(info, "Enregistrer").click();
  await confirm(page);
  await expect(info).toContainText("Halte du Sud");
  await other.reload();
  await expect(theirs).toContainText("Halte du Sud");
});

test("deux personnes modifient le même tarif", async ({ page, browser, baseURL }) => {
  test.slow();
  const list = page.waitForResponse(/tarif-pour-exploitant/);
  await page.goto("/gestion-tarifs");
  const [tariff] = (await (await list).json()) as { id: number }[];
  await page.goto(`/gestion-tarifs/${tariff?.id}/details`);
  const label = (on: Page) => on.getByRole("textbox", { name: /^Libellé/ }).first();
  await expect(label(page)).not.toHaveValue("");
  const other = await colleague(browser, baseURL ?? "");
  await other.goto(page.url());
  await label(other).fill("Tarif du matin");
  await label(page).fill("Tarif du soir");
  await button(other.locator("body"), "Terminer").click();
  await expect(other).toHaveURL(/\/gestion-tarifs$/);

  await button(page.locator("body"), "Terminer").click();
  await expect(dialog(page)).toContainText("a modifié la condition tarifaire");
  await expect(dialog(page).getByRole("row", { name: /Tarif du matin/ })).toContainText(
    "Tarif du soir",
  );
  await expectAccessible(page);
  await button(dialog(page), "Enregistrer la mienne").click();
  await expect(page).toHaveURL(/\/gestion-tarifs$/);
  await expect(page.getByRole("main")).toContainText("Tarif du soir");
});

test("deux personnes modifient le même agent", async ({ page, browser, baseURL }) => {
  test.slow();
  await page.goto("/mon-equipe");
  const hotline = block(page, "Hotline");
  await hotline
    .getByRole("button", { name: /^Détails de/ })
    .first()
    .click();
  const form = hotline.getByLabel(/^Nom/);
  await expect(form).not.toHaveValue("");
  const other = await colleague(browser, baseURL ?? "");
  await other.goto("/gestion-exploitants/1/details");
  const theirs = block(other, "Hotline");
  await theirs
    .getByRole("button", { name: /^Détails de/ })
    .first()
    .click();
  await fillIn(theirs, { Téléphone: "0639980077" });
  await button(theirs, "Enregistrer").click();
  await confirm(other);
  await expect(other.getByText("0639980077").or(other.getByText("06 39 98 00 77"))).toBeVisible();

  await fillIn(hotline, { Téléphone: "0639980088" });
  await button(hotline, "Enregistrer").click();
  await confirm(page);
  await expect(dialog(page)).toContainText("a modifié l'agent de hotline");
  await expect(dialog(page).getByRole("row", { name: /0639980077/ })).toContainText("0639980088");
  await expectAccessible(page);
  await button(dialog(page), "Enregistrer la mienne").click();
  await expect(hotline.getByRole("link", { name: "06 39 98 00 88" })).toBeVisible();
});
