import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { chevron } from "../support/shell.ts";

test.use({ account: "hotline", serverName: "distance" });

const end = "Mettre fin à l'utilisation";

/** Opens the first occupied locker of the central station, and its opening dialog. */
async function manageOccupied(page: Page): Promise<{ modal: Locator; code: string }> {
  await page.goto("/tb-stations/1/details");
  const row = page.getByRole("row").filter({ hasText: "Occupé" }).first();
  const code = (await row.getByRole("rowheader").textContent()) ?? "";
  await row.click();
  await page.getByRole("button", { name: `Gestion à distance, ${code}` }).click();
  return { modal: page.getByRole("dialog", { name: "Gestion à distance" }), code };
}

test("la hotline donne un code d'ouverture et peut le copier", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { modal, code } = await manageOccupied(page);
  await expectAccessible(page);
  const made: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("generer_code")) made.push(request.url());
  });
  await modal.getByRole("button", { name: "Générer le code d'ouverture à distance" }).dblclick();
  const panel = modal.getByRole("region", { name: "Code d'ouverture" });
  await expect(panel.getByRole("timer")).toHaveText(/^00:0(3:00|2:5\d)$/);
  expect(made).toHaveLength(1);
  await expectAccessible(page);

  await panel.getByRole("button", { name: "Copier le code" }).click();
  await expect(panel.getByRole("button", { name: "Code copié" })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^\d{6}$/);
  await expect(panel).toContainText(copied);
  await expect(modal.getByRole("button", { name: "Générer un nouveau code" })).toHaveCount(0);

  await modal.getByRole("button", { name: "Fermer" }).click();
  await expect(page.getByRole("button", { name: `Gestion à distance, ${code}` })).toBeFocused();
  const audit = page.getByRole("region", { name: "Journal" });
  await expect(audit).toContainText(`Casier ${code} : code d'ouverture généré`);
  await expect(audit).not.toContainText(copied);
});

test("un nouveau code ne se demande qu'à la fin du premier", async ({ page }) => {
  await page.clock.install();
  const { modal } = await manageOccupied(page);
  await modal.getByRole("button", { name: "Générer le code d'ouverture à distance" }).click();
  await expect(modal.getByRole("timer")).toBeVisible();
  await page.clock.fastForward("03:01");
  await expect(modal.getByText("Ce code n'est plus valable.").first()).toBeVisible();
  await expectAccessible(page);
  await modal.getByRole("button", { name: "Générer un nouveau code" }).click();
  await expect(modal.getByRole("timer")).toBeVisible();
});

test("la hotline rend une utilisation gratuite, puis y met fin", async ({ page }) => {
  const { modal, code } = await manageOccupied(page);
  await modal.getByRole("button", { name: "Ne pas faire payer" }).click();
  await expect(modal).toContainText("Voulez-vous vraiment ne pas faire payer");
  await expect(modal.getByRole("button", { name: "Retour" })).toBeFocused();
  await expectAccessible(page);
  await modal.getByRole("button", { name: "Confirmer" }).click();
  await expect(page.getByText("L'occupation est maintenant gratuite !")).toBeVisible();
  await expect(modal.getByRole("button", { name: "Ne pas faire payer" })).toHaveCount(0);

  await modal.getByRole("button", { name: end }).click();
  await page.keyboard.press("Escape");
  await expect(modal.getByRole("button", { name: end })).toBeFocused();
  await modal.getByRole("button", { name: end }).click();
  await modal.getByRole("button", { name: "Confirmer" }).click();
  await expect(page.getByText("L'occupation est terminée !")).toBeVisible();
  await expect(modal).toBeHidden();
  await expect(page.getByRole("region", { name: `Détails de ${code}` })).toContainText(
    "Aucune utilisation en cours",
  );
  await expect(page.getByRole("region", { name: "Journal" })).toContainText(
    `Casier ${code} : utilisation terminée`,
  );
  await expectAccessible(page);
});

test.describe("sans le droit d'agir sur les utilisations", () => {
  test.use({ account: "mainteneur" });

  test("le mainteneur met un casier hors service, et rien de plus", async ({ page }) => {
    await page.goto("/tb-stations/1/details");
    await chevron(page, "A2").click();
    await expect(page.getByRole("region", { name: "Détails de A2" })).toBeVisible();
    await expect(page.getByRole("button", { name: /^Gestion à distance/ })).toHaveCount(0);
    await expect(page.getByRole("region", { name: "Conditions tarifaires" })).toHaveCount(0);

    const toggle = page.getByRole("switch", { name: "Activer A2", exact: true });
    await expect(toggle).toBeChecked();
    await toggle.click();
    const modal = page.getByRole("dialog", { name: "Modification" });
    await expect(modal).toContainText("Voulez-vous vraiment modifier le casier A2 ?");
    await modal.getByRole("button", { name: "Confirmer" }).click();
    await expect(page.getByText("Le casier A2 est désactivé.")).toBeVisible();
    await expect(toggle).not.toBeChecked();
    await expect(page.getByRole("region", { name: "Détails de A2" })).toBeVisible();
  });
});
