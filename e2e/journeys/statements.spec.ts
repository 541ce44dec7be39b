import { readFile } from "node:fs/promises";
import type { Download, Page } from "@playwright/test";
import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { onPhone, operatorEntries, title } from "../support/shell.ts";

test.use({ serverName: "statements" });

const ENTRY = "Reddition des comptes";
const months = (page: Page) => page.getByRole("table", { name: "Les mois" });

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
    await months(page).getByRole("link").first().click();
    await expect(page.getByText(/^Ce mois est en cours/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Clôturer le mois" })).toBeDisabled();

    await openMonth(page, 1);
    await expect(page.getByRole("region", { name: "Les mots de cette page" })).toBeVisible();

    const collected = page.getByRole("button", {
      name: /^Encaissé par le prestataire de paiement.*voir les lignes$/,
    });
    await collected.focus();
    await page.keyboard.press("Enter");
    const lines = page.getByRole("dialog", { name: /^Encaissé par le prestataire de paiement/ });
    await expect(lines.getByRole("link").first()).toBeVisible();
    await expectAccessible(page);
    await onPhone(page, () => expect(lines.getByRole("link").first()).toBeVisible());
    await page.reload();
    await expect(lines.getByRole("link").first()).toBeVisible();
    await lines.getByRole("link").first().click();
    await expect(page.getByRole("dialog", { name: "Détails du paiement" })).toBeVisible();
    await page.goBack();
    await expect(lines).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(lines).toHaveCount(0);
    await onPhone(page, async () => {
      await page.getByRole("link", { name: "Retour à la liste des mois" }).click();
      await expect(page.getByRole("list", { name: "Les mois" })).toBeVisible();
    });
  });

  test("clôture le plus ancien mois, télécharge son FEC et lui donne ses numéros de compte", async ({
    page,
  }) => {
    const name = await openMonth(page, -1);
    await expect(page.getByRole("button", { name: "Télécharger le FEC" })).toBeDisabled();
    const close = page.getByRole("button", { name: "Clôturer le mois" });
    await expect(
      page.getByText(/reste rien à faire avant la clôture|^Avant la clôture/),
    ).toBeVisible();
    await close.click();
    const question = page.getByRole("dialog", { name: "Clôturer le mois" });
    await expect(question).toContainText("Une clôture ne se défait pas.");
    await expectAccessible(page);
    await question.getByLabel(/^Commentaire/).fill("Relu avec la trésorerie.");
    await question.getByLabel("Je comprends").check();
    await question.getByRole("button", { name: "Clôturer le mois" }).click();
    await expect(page.getByText(`${name} est clôturé.`)).toBeVisible();
    await expect(page.getByText(/^Ce mois est clôturé depuis le /)).toBeVisible();
    await expect(page.getByText(/^Commentaire\s: Relu avec la trésorerie/)).toBeVisible();
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

    // The accounts of the file are those of the bookkeeper.
    const accounts = page.getByRole("region", { name: /^Comptes du fichier/ });
    await accounts.getByRole("button", { name: "Modifier" }).click();
    const customers = accounts.getByLabel(/^Usagers/);
    await customers.fill("9");
    await accounts.getByRole("button", { name: "Enregistrer" }).click();
    await expect(
      accounts.getByText(/^Un numéro de compte commence par trois chiffres/),
    ).toBeVisible();
    await expect(customers).toBeFocused();
    await customers.fill("411900");
    await accounts.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page.getByText(/^Les comptes sont enregistrés/)).toBeVisible();
    await expect(accounts.getByText("411900")).toBeVisible();
  });
});
