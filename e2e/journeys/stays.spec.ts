import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { operators } from "../support/accounts.ts";
import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { adminEntries, onPhone, operatorEntries, title } from "../support/shell.ts";

test.use({ serverName: "stays" });

const LIST = "/historique-utilisations-exploitant";
const MODAL = "Filtres historique des utilisations";
const rows = (page: Page) => page.getByRole("row", { name: /^Détails de/ });
const chevron = (page: Page, at: number) =>
  page.getByRole("button", { name: /^Détails de l'utilisation du/ }).nth(at);
const panel = (page: Page) => page.getByRole("region", { name: /^Détails de l'utilisation/ });

/** Returns the number in « Total d'utilisations », once it is shown. */
async function total(page: Page): Promise<number> {
  const label = page.getByText("Total d'utilisations");
  await expect(label).toHaveText(/\d$/);
  return Number((await label.innerText()).replace(/\D/g, ""));
}

async function download(page: Page): Promise<string[]> {
  const started = page.waitForEvent("download");
  await page.getByRole("button", { name: "Exporter les utilisations" }).click();
  const file = await started;
  expect(file.suggestedFilename()).toBe("export_utilisations.csv");
  return (await readFile(await file.path(), "utf8")).trimEnd().split("\r\n");
}

test.describe("un gestionnaire", () => {
  test.use({ account: "gestionnaire" });

  test("compte, filtre, ouvre une ligne et revient en arrière", async ({ page }) => {
    await page.goto("/tb-stations");
    await operatorEntries(page).filter({ hasText: "Historique des utilisations" }).click();
    await expect(title(page)).toHaveText("Historique des utilisations");
    await expect(rows(page)).toHaveCount(10);
    const all = await total(page);
    expect(all).toBeGreaterThan(1000);

    await page.getByRole("button", { name: "Filtrer" }).click();
    const modal = page.getByRole("dialog", { name: MODAL });
    await expect(modal.getByText("Exclure les utilisations de test")).toHaveCount(0);
    await expectAccessible(page);
    const reasons = modal.getByRole("group", { name: "Motif d'arrêt" });
    await reasons.getByRole("checkbox", { name: "Temps dépassé" }).check();
    await modal.getByLabel("Utilisation terminée jusqu'au", { exact: true }).fill("31/12/2099");
    await modal.getByRole("button", { name: "Filtrer" }).click();
    await expect(page).toHaveURL(`${LIST}?finAu=2099-12-31&arret=temps_depasse`);
    await expect(page.getByText("Motif d'arrêt : Temps dépassé")).toBeVisible();
    await expect.poll(() => total(page)).toBeLessThan(all);
    const overran = await total(page);

    await chevron(page, 0).click();
    await expect(panel(page)).toContainText("Temps limite dépassé");
    await expect(panel(page).getByRole("region", { name: "Prix" })).not.toContainText(/\d €$/);
    await expectAccessible(page);
    await onPhone(page, async () => {
      await expect(page.getByRole("list", { name: /^Historique des utilisations/ })).toBeVisible();
      await expect(page.getByRole("link", { name: "Détails du paiement" })).toBeVisible();
      await page.getByRole("button", { name: "Filtrer" }).click();
      await expect(modal).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press("Escape");
    });
    await chevron(page, 1).click();
    await expect(panel(page)).toHaveCount(1);
    await expect(page).toHaveURL(/&ligne=\d+$/);
    await page.getByRole("button", { name: "Page suivante" }).click();
    await expect(page).toHaveURL(/\?finAu=2099-12-31&arret=temps_depasse&page=2$/);
    await expect(panel(page)).toHaveCount(0);
    await page.goBack();
    await expect(panel(page)).toBeVisible();

    await panel(page).getByRole("link", { name: "Détails du paiement" }).click();
    await expect(page).toHaveURL(/\/liste-paiements-exploitant\?paiement=\d+$/);
    await expect(page.getByRole("dialog", { name: "Détails du paiement" })).toBeVisible();
    await page.goBack();
    await expect(panel(page)).toBeVisible();
    await panel(page).getByRole("link", { name: "Voir la fiche" }).click();
    await expect(page).toHaveURL(/\/gestion-utilisateurs-exploitant\/\d+\/details$/);
    await page.goBack();
    await panel(page).getByRole("link", { name: "Gérer la station" }).click();
    await expect(page).toHaveURL(/\/tb-stations\/\d+\/details$/);
    await page.goBack();

    expect((await download(page)).length).toBe(overran + 1);
    await page.getByRole("button", { name: /^Retirer le filtre Motif d'arrêt/ }).click();
    await expect(page).toHaveURL(/\?finAu=2099-12-31(&ligne=\d+)?$/);
    await expect.poll(() => total(page)).toBeGreaterThan(overran);
  });
});

test.describe("un administrateur", () => {
  test.use({ account: "admin" });

  test("lit tous les exploitants, ou un seul, et exporte ce qu'il voit", async ({ page }) => {
    await page.goto("/");
    await adminEntries(page).filter({ hasText: "Historique des utilisations" }).click();
    await expect(
      page.getByRole("main").getByText("Tous les exploitants", { exact: true }),
    ).toBeVisible();
    await expect(rows(page)).toHaveCount(10);
    const all = await total(page);

    await page.getByRole("button", { name: "Filtrer" }).click();
    const modal = page.getByRole("dialog", { name: MODAL });
    await modal.getByLabel("Exploitant", { exact: true }).selectOption(operators.littoral.nom);
    await modal.getByRole("checkbox", { name: "MANUEL" }).check();
    await modal.getByRole("checkbox", { name: "ANNULÉ" }).check();
    await modal.getByRole("checkbox", { name: "Exclure les utilisations de test" }).uncheck();
    await modal.getByRole("button", { name: "Filtrer" }).click();
    await expect(page).toHaveURL(
      "/historique-utilisations?statut=CANCELLED&statut=MANUAL&exploitant=2&tests=inclus",
    );
    await expect.poll(() => total(page)).toBeLessThan(all);
    const shown = await total(page);
    expect(shown).toBeGreaterThan(0);

    const [header, ...lines] = await download(page);
    expect(header?.startsWith("\uFEFFDate d'utilisation;Début;Fin;Durée (min);Station;")).toBe(
      true,
    );
    expect(lines).toHaveLength(shown);
    for (const line of lines) expect(line).toMatch(/;(MANUEL|ANNULÉ)$/);
    await expect(page.getByText(`L'export est terminé : ${shown} utilisation`)).toBeVisible();
  });
});
