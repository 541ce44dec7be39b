import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { chevron, onPhone, title } from "../support/shell.ts";

test.use({ serverName: "tariffs" });

const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: true });
const field = (page: Page, label: RegExp) => page.getByLabel(label).and(page.locator("input"));
const rows = (page: Page) => page.getByRole("button", { name: /^Détails de / });

async function accept(page: Page, window: string, question: string): Promise<void> {
  const modal = page.getByRole("dialog", { name: window });
  await expect(modal).toContainText(question);
  await expectAccessible(page);
  await modal.getByRole("button", { name: "Confirmer" }).click();
  await expect(modal).toBeHidden();
}

test.describe("le gestionnaire", () => {
  test.use({ account: "gestionnaire" });

  test("lit les conditions tarifaires, et ce que chacune prévoit", async ({ page }) => {
    await page.goto("/gestion-tarifs");
    await expect(title(page)).toHaveText("Gestion des conditions tarifaires");
    await chevron(page, "Agents de la métropole").click();
    await expect(page.getByRole("row", { name: /Agents de la métropole/ }).first()).toContainText(
      "0,10 € / heure au lieu de 0,50 €",
    );
    await expect(page.getByRole("region", { name: /^Usagers autorisés/ })).toContainText(
      "*@grandval.test",
    );
    await expect(page.getByRole("region", { name: /^Stations/ })).toContainText(
      /Gare centrale\s*30\scasiers/,
    );
    await chevron(page, "Nuit gratuite, Victor Hugo").click();
    await expect(page.getByText("Tous les jours, de 20h00 à 07h00 le lendemain")).toBeVisible();
    await expectAccessible(page);
    await onPhone(page, () =>
      expect(page.getByRole("link", { name: "Modifier Agents de la métropole" })).toBeVisible(),
    );

    const simulate = button(page, "Simuler une occupation").first();
    await simulate.click();
    const modal = page.getByRole("dialog", { name: "Simuler une occupation" });
    await expect(modal).toContainText("€");
    await page.keyboard.press("Escape");
    await expect(modal).toBeHidden();
    await expect(simulate).toBeFocused();
  });

  test("crée une condition tarifaire, la duplique, puis la supprime", async ({ page }) => {
    test.slow();
    await page.goto("/gestion-tarifs");
    await expect(chevron(page, "Agents de la métropole")).toBeVisible();
    const before = await rows(page).count();
    await page.getByRole("link", { name: "Nouvelle condition tarifaire" }).click();
    await expect(title(page)).toHaveText("Nouvelle condition tarifaire");

    await button(page, "Enregistrer").click();
    await expect(
      page.getByText("Veuillez renseigner les champs libellé, nom et type de tarif"),
    ).toHaveCount(2);
    await expect(field(page, /^Libellé administrateur/)).toBeFocused();
    await field(page, /^Libellé administrateur/).fill("Casier d'été");
    await field(page, /^Nom public/).fill("Casier");
    await field(page, /^Montant \*/).fill("1.2");
    await field(page, /^Plafond/).fill("6");
    await page.getByLabel(/^Le plafond vaut pour/).selectOption("Chaque période de 24 heures");
    await field(page, /^Durée gratuite/).fill("20");
    await field(page, /^Temps limite avant dépassement/).fill("3");
    await field(page, /^Temps limite avant enlèvement/).fill("48");
    await button(page, "Enregistrer").click();
    await expect(
      page.getByText("Veuillez renseigner l'unité du temps limite avant dépassement"),
    ).toBeVisible();
    await page.getByLabel("Unité du temps limite avant dépassement").selectOption("jours");
    await page.getByLabel("Unité du temps limite avant enlèvement").selectOption("heures");
    const order =
      "Le temps limite avant dépassement ne peut être supérieur au temps limite avant enlèvement";
    await expect(page.getByText(order)).toBeVisible();
    await expectAccessible(page);
    await onPhone(page, () => expect(page.getByText(order)).toBeVisible());
    await field(page, /^Temps limite avant enlèvement/).fill("96");
    await expect(page.getByText(order)).toHaveCount(0);

    await button(page, "Enregistrer").click();
    await accept(
      page,
      "Création",
      "Voulez-vous vraiment ajouter la condition tarifaire Casier d'été ?",
    );
    await expect(page).toHaveURL(/\/gestion-tarifs\/\d+\/details$/);
    await expect(field(page, /^Temps limite avant enlèvement/)).toHaveValue("4");

    await page.goBack();
    await expect(rows(page)).toHaveCount(before + 1);
    await chevron(page, "Casier d'été").click();
    await expect(page.getByText("6,00 € par période de 24 heures")).toBeVisible();
    await button(page, "Dupliquer").click();
    await accept(
      page,
      "Duplication",
      "Voulez-vous vraiment dupliquer la condition tarifaire Casier d'été ?",
    );
    await expect(page).toHaveURL(/\/gestion-tarifs\/\d+\/details$/);
    await expect(field(page, /^Temps limite avant enlèvement/)).toHaveValue("4");
    await page.goBack();
    await expect(rows(page)).toHaveCount(before + 2);
    await button(page, "Supprimer").click();
    await accept(
      page,
      "Suppression",
      "Voulez-vous vraiment supprimer la condition tarifaire Casier d'été ?",
    );
    await expect(rows(page)).toHaveCount(before + 1);
    await expect(chevron(page, "Casier d'été")).toHaveCount(0);

    // One under which a stay is under way remains.
    await chevron(page, "Casier vélo et trottinette, à l'heure").click();
    await button(page, "Supprimer").click();
    const refusal = page.getByRole("dialog", { name: "Suppression" });
    await refusal.getByRole("button", { name: "Confirmer" }).click();
    await expect(refusal).toContainText("Cette condition tarifaire ne peut être supprimée");
    await refusal.getByRole("button", { name: "Retour" }).click();
    await expect(chevron(page, "Casier vélo et trottinette, à l'heure")).toBeVisible();
  });
});
