import type { Browser, Locator, Page } from "@playwright/test";
import { login } from "../support/accounts.ts";
import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { block, button, fillIn } from "../support/sections.ts";
import { desk } from "../support/shell.ts";

test.use({ serverName: "two-editors", account: "gestionnaire" });

const SIGNED_OUT = { cookies: [], origins: [] };
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

test("deux personnes modifient la même station, le même tarif et le même agent", async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const other = await colleague(browser, baseURL ?? "");

  await test.step("la station", async () => {
    await page.goto("/gestion-stations/1/details");
    const info = block(page, "Informations de la station");
    await expect(info).toContainText("Libellé");
    await other.goto(page.url());
    const theirs = block(other, "Informations de la station");
    await button(info, "Modifier").click();
    await button(theirs, "Modifier").click();
    await saveName(other, theirs, "Halte du Nord");
    await expect(button(theirs, "Modifier")).toBeVisible();

    await saveName(page, info, "Halte du Sud");
    await expect(dialog(page)).toContainText(
      /a modifié la station «\s.*\s» le\s\d\d\/\d\d\/\d{4}\sà\s\d\dh\d\d/,
    );
    await expect(dialog(page).getByRole("row", { name: /Halte du Nord/ })).toContainText(
      "Halte du Sud",
    );
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 700 });
    await expectAccessible(page);
    await page.setViewportSize(desk);

    await button(dialog(page), "Voir sa version").click();
    await expect(info.getByLabel(/^Nom/)).toHaveValue("Halte du Nord");
    await button(info, "Reprendre ma saisie").click();
    await expect(info.getByLabel(/^Nom/)).toHaveValue("Halte du Sud");
    await button(info, "Enregistrer").click();
    await confirm(page);
    await expect(info).toContainText("Halte du Sud");
    await other.reload();
    await expect(theirs).toContainText("Halte du Sud");
  });

  await test.step("le tarif", async () => {
    const label = (on: Page) => on.getByRole("textbox", { name: /^Libellé/ }).first();
    await page.goto("/gestion-tarifs/1/details");
    await expect(label(page)).not.toHaveValue("");
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
    await button(dialog(page), "Enregistrer la mienne").click();
    await expect(page).toHaveURL(/\/gestion-tarifs$/);
    await expect(page.getByRole("main")).toContainText("Tarif du soir");
  });

  await test.step("l'agent", async () => {
    const agents = (on: Page) => block(on, "Hotline");
    const open = (on: Page) =>
      agents(on)
        .getByRole("button", { name: /^Détails de/ })
        .first()
        .click();
    await page.goto("/mon-equipe");
    await open(page);
    await expect(agents(page).getByLabel(/^Nom/)).not.toHaveValue("");
    await other.goto("/gestion-exploitants/1/details");
    await open(other);
    await fillIn(agents(other), { Téléphone: "0639980077" });
    await button(agents(other), "Enregistrer").click();
    await confirm(other);
    await expect(agents(other).getByRole("link", { name: "06 39 98 00 77" })).toBeVisible();

    await fillIn(agents(page), { Téléphone: "0639980088" });
    await button(agents(page), "Enregistrer").click();
    await confirm(page);
    await expect(dialog(page)).toContainText("a modifié l'agent de hotline");
    await expect(dialog(page).getByRole("row", { name: /0639980077/ })).toContainText("0639980088");
    await button(dialog(page), "Enregistrer la mienne").click();
    await expect(agents(page).getByRole("link", { name: "06 39 98 00 88" })).toBeVisible();
  });
  await other.context().close();
});
