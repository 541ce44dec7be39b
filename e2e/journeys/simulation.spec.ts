import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { onPhone, title } from "../support/shell.ts";

test.use({ account: "gestionnaire" });

const TARIFF = "Casier vélo et trottinette, à l'heure";

async function openSimulation(page: Page): Promise<Locator> {
  await page.goto("/gestion-tarifs");
  await page.getByRole("link", { name: `Modifier ${TARIFF}` }).click();
  await expect(title(page)).toHaveText("Modification d'une condition tarifaire");
  await page.getByRole("button", { name: "Simuler une occupation" }).click();
  const modal = page.getByRole("dialog", { name: "Simuler une occupation" });
  await expect(modal.getByRole("region", { name: "Prix de l'occupation" })).toBeVisible();
  return modal;
}

const field = (modal: Locator, name: string) => modal.getByRole("textbox", { name });

/**
 * A tariff of 0,50 € an hour, 3,00 € at most, 1,00 € an hour after one day, and removal after two days for 20,00 €.
 */
test("simule une occupation sous un tarif enregistré, au bureau et au téléphone", async ({
  page,
}) => {
  const modal = await openSimulation(page);
  await field(modal, "Date de début").fill("20-11-2026");
  await field(modal, "Heure de début").fill("14h");
  await field(modal, "Date de fin").fill("21-11-2026");
  await field(modal, "Heure de fin").fill("16:00");
  await modal.getByRole("button", { name: "Simuler", exact: true }).click();

  const price = modal.getByRole("region", { name: "Prix de l'occupation" });
  await expect(price).toContainText("1 j 2 h, du 20/11/2026 - 14h00 au 21/11/2026 - 16h00");
  await expect(price).toContainText("Stationnement, par heure commencée24 × 0,50 €12,00 €");
  await expect(price).toContainText("Plafond de 3,00 €−9,00 €");
  await expect(price).toContainText("Dépassement, par heure commencée2 × 1,00 €2,00 €");
  await expect(price).toContainText("Total5,00 €");
  await expect(modal.getByRole("region", { name: "Déroulement" }).getByRole("listitem")).toHaveText(
    [
      "Stationnement normal1 j · 3,00 €Dès le 20/11/2026 - 14h00",
      "Dépassement2 h · 2,00 €Dès le 21/11/2026 - 14h00",
    ],
  );
  const curve = modal.getByRole("region", { name: "Prix selon la durée" });
  await expect(curve).toContainText("6 h3,00 €");
  await expect(curve).toContainText("2 j, enlèvement47,00 €");
  await expect(curve.locator("svg").first()).toBeVisible();
  await expectAccessible(page);

  await modal.getByRole("button", { name: "Jusqu'à l'enlèvement" }).click();
  await expect(price).toContainText("Total47,00 €");
  await expect(field(modal, "Date de fin")).toHaveValue("22-11-2026");
  await expect(modal).toContainText("l'accès est bloqué et le prix n'augmente plus");

  await onPhone(page, async () => {
    await expect(modal.getByRole("region", { name: "Déroulement" })).toContainText("Enlèvement");
    const sideways = await modal.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);
    expect(sideways).toBeLessThanOrEqual(0);
    await expectAccessible(page);
  });

  await field(modal, "Date de fin").fill("19-11-2026");
  await field(modal, "Date de fin").press("Enter");
  await expect(modal.getByRole("alert")).toHaveText(
    "La fin de l'occupation ne peut précéder son début",
  );
  await expect(field(modal, "Date de fin")).toBeFocused();

  await modal.getByRole("button", { name: /calendrier.*Date de fin/ }).click();
  await expect(page.getByRole("dialog")).toHaveCount(2);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(modal).toBeHidden();
  await expect(page.getByRole("button", { name: "Simuler une occupation" })).toBeFocused();
});

test("lit les conditions tarifaires d'une station, et le prix d'une utilisation", async ({
  page,
}) => {
  await page.goto("/tb-stations");
  await page.getByRole("link", { name: "Gérer Place Victor Hugo" }).click();
  const occupied = page
    .getByRole("row")
    .filter({ has: page.getByText("Occupé", { exact: true }) })
    .first();
  await occupied.getByRole("button", { name: /^Détails de/ }).click();
  const details = page.getByRole("region", { name: /^Détails de/ });
  await expect(details.getByRole("region", { name: "Tarification" })).toContainText(
    /Prix actuel[\d\s]+,\d\d\s€$/,
  );
  await expect(
    details.getByRole("region", { name: "Conditions tarifaires du casier" }),
  ).toContainText("Abonnement mensuel casierAbonnement · 15,00 € / mois");

  const conditions = page.getByRole("region", { name: "Conditions tarifaires", exact: true });
  const first = conditions.getByRole("row").nth(1);
  await expect(first).toContainText(/^A1 à A\d+.*\d+ casiers31Voir$/);

  const button = first.getByRole("button", { name: /^Voir les conditions tarifaires de A1 à / });
  await button.click();
  const modal = page.getByRole("dialog", { name: /^Conditions tarifaires, A1 à / });
  const hourly = modal.getByRole("region", { name: "Tarifs horaires" }).getByRole("listitem");
  await expect(hourly).toHaveCount(3);
  await expect(hourly.filter({ hasText: "Agents de la métropole" })).toContainText(
    "*@grandval.test",
  );
  await expect(hourly.filter({ hasText: "Nuit gratuite" })).toContainText(
    "Nuit : Tous les jours, de 20h00 à 07h00 le lendemain",
  );
  await expect(modal.getByRole("region", { name: "Abonnements" })).toContainText(
    "Tarif mensuel15,00 € / mois",
  );
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();

  await button.click();
  await modal.getByRole("link", { name: "Ouvrir Agents de la métropole" }).click();
  await expect(title(page)).toHaveText("Modification d'une condition tarifaire");
});
