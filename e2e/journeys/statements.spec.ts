import { readFile } from "node:fs/promises";
import type { Download, Page } from "@playwright/test";
import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { operatorEntries, title } from "../support/shell.ts";

test.use({ serverName: "reddition" });

const ENTRY = "Reddition des comptes";
const months = (page: Page) => page.getByRole("table", { name: "Les mois" });
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
const onPhone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

async function contentOf(download: Promise<Download>) {
  const file = await download;
  const bytes = await readFile(await file.path());
  return { name: file.suggestedFilename(), start: bytes.subarray(0, 4).toString("latin1") };
}

/** Opens a month of the list, whose first is the present one, and returns its name. */
async function openMonth(page: Page, at: number) {
  await page.goto("/reddition");
  const link = months(page).getByRole("link").nth(at);
  const name = await link.innerText();
  await link.click();
  await expect(page.getByRole("rowheader", { name: "Solde exigible à l'ouverture" })).toBeVisible();
  return name;
}

test.describe("un gestionnaire", () => {
  test.use({ account: "gestionnaire" });

  test("lit un mois, ouvre les lignes d'un chiffre et le paiement d'une ligne", async ({
    page,
  }) => {
    await page.goto("/");
    await operatorEntries(page).filter({ hasText: ENTRY }).click();
    await expect(title(page)).toHaveText(ENTRY);
    await expect(months(page)).toBeVisible();
    await expectAccessible(page);
    await openMonth(page, 1);
    await expect(page.getByRole("region", { name: "Les mots de cette page" })).toBeVisible();
    await expectAccessible(page);

    const collected = page.getByRole("button", {
      name: /^Encaissé par le prestataire de paiement.*voir les lignes$/,
    });
    await collected.focus();
    await page.keyboard.press("Enter");
    const lines = page.getByRole("dialog", { name: /^Encaissé par le prestataire de paiement/ });
    await expect(lines.getByRole("link").first()).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await expect(lines.getByRole("link").first()).toBeVisible();
    await lines.getByRole("link").first().click();
    await expect(page.getByRole("dialog", { name: "Détails du paiement" })).toBeVisible();
    await page.goBack();
    await expect(lines).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(lines).toHaveCount(0);
  });

  test("clôture le plus ancien mois, après quoi son FEC se télécharge", async ({ page }) => {
    const name = await openMonth(page, -1);
    await expect(page.getByRole("button", { name: "Télécharger le FEC" })).toBeDisabled();
    const close = page.getByRole("button", { name: "Clôturer le mois" });
    await close.click();
    const question = page.getByRole("dialog", { name: "Clôturer le mois" });
    await expect(question).toContainText("Une clôture ne se défait pas.");
    await expectAccessible(page);
    await question.getByLabel("Je comprends").check();
    await question.getByRole("button", { name: "Clôturer le mois" }).click();
    await expect(page.getByText(`${name} est clôturé.`)).toBeVisible();
    await expect(page.getByText(/^Ce mois est clôturé depuis le /)).toBeVisible();
    await expect(close).toHaveCount(0);

    const fec = page.waitForEvent("download");
    await page.getByRole("button", { name: "Télécharger le FEC" }).click();
    expect(await contentOf(fec)).toMatchObject({
      name: expect.stringMatching(/^\d{9}FEC\d{8}\.txt$/),
      start: "Jour",
    });
    const pdf = page.waitForEvent("download");
    await page.getByRole("button", { name: "Télécharger le PDF" }).click();
    expect(await contentOf(pdf)).toMatchObject({ start: "%PDF" });

    await page.getByRole("link", { name: "Retour à la liste des mois" }).click();
    await expect(months(page).getByRole("row").last()).toContainText("Clôturé");
  });

  test("ne clôture pas le mois en cours, et lit pourquoi", async ({ page }) => {
    await page.goto("/reddition");
    await months(page).getByRole("link").first().click();
    await expect(page.getByText(/^Ce mois est en cours/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Clôturer le mois" })).toBeDisabled();
    await expectAccessible(page);
  });

  test("donne ses numéros de compte au FEC, et voit lequel est refusé", async ({ page }) => {
    await page.goto("/reddition");
    const accounts = page.getByRole("region", { name: /^Comptes du fichier/ });
    await accounts.getByRole("button", { name: "Modifier" }).click();
    const customers = accounts.getByLabel(/^Usagers/);
    await customers.fill("9");
    await accounts.getByRole("button", { name: "Enregistrer" }).click();
    await expect(
      accounts.getByText(/^Un numéro de compte commence par trois chiffres/),
    ).toBeVisible();
    await expect(customers).toBeFocused();
    await expectAccessible(page);
    await customers.fill("411900");
    await accounts.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page.getByText(/^Les comptes sont enregistrés/)).toBeVisible();
    await expect(accounts.getByText("411900")).toBeVisible();
  });
});

test.describe("un administrateur", () => {
  test.use({ account: "admin" });

  test("lit la reddition de l'exploitant choisi", async ({ page }) => {
    await openMonth(page, 1);
    await expectAccessible(page);
  });
});

test.describe("la hotline", () => {
  test.use({ account: "hotline" });

  test("n'a pas l'entrée, et l'adresse lui est refusée", async ({ page }) => {
    await page.goto("/tb-stations");
    await expect(operatorEntries(page).first()).toBeVisible();
    await expect(operatorEntries(page).filter({ hasText: ENTRY })).toHaveCount(0);
    for (const path of ["/reddition", "/reddition/2026-10"]) {
      await page.goto(path);
      await expect(page.getByText(/^Accès refusé/).first()).toBeVisible();
      await expect(months(page)).toHaveCount(0);
    }
  });
});

test.describe("sur un téléphone", () => {
  test.use({ account: "gestionnaire", ...onPhone });

  test("les mois, un mois et ses lignes tiennent dans la largeur", async ({ page }) => {
    await page.goto("/reddition");
    const list = page.getByRole("list", { name: "Les mois" });
    await expect(list).toBeVisible();
    await expectAccessible(page);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await list.getByRole("link").nth(1).click();
    await expect(
      page.getByRole("rowheader", { name: "Solde exigible à l'ouverture" }),
    ).toBeVisible();
    await expectAccessible(page);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page
      .getByRole("button", { name: /^Encaissé par le prestataire.*voir les lignes$/ })
      .click();
    await expect(page.getByRole("dialog").getByRole("link").first()).toBeVisible();
    await expectAccessible(page);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  });
});
