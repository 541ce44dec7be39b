import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { chevron, title } from "../support/shell.ts";

test.use({ serverName: "tarifs" });

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

async function onPhone(page: Page, look: () => Promise<void>): Promise<void> {
  const desk = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await look();
  await expectAccessible(page);
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways, "nothing to scroll sideways").toBeLessThanOrEqual(0);
  if (desk) await page.setViewportSize(desk);
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
    await expectAccessible(page);

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
  });

  test("part d'un modèle, sans rien perdre de ce qui est saisi", async ({ page }) => {
    await page.goto("/creation-tarif");
    await button(page, /^Nuit gratuite/).click();
    await expect(field(page, /^Montant \*/)).toHaveValue("0,00");
    await expect(page.getByText("Tous les jours, de 20h00 à 07h00 le lendemain")).toBeVisible();
    await field(page, /^Nom public/).fill("Nuitée");

    await button(page, /^Tarif d'entreprise/).click();
    const modal = page.getByRole("dialog", { name: "Annulation" });
    await modal.getByRole("button", { name: "Retour" }).click();
    await expect(field(page, /^Nom public/)).toHaveValue("Nuitée");
    await button(page, /^Tarif d'entreprise/).click();
    await modal.getByRole("button", { name: "Confirmer" }).click();

    await button(page, "Simuler une occupation").click();
    const simulation = page.getByRole("dialog", { name: "Simuler une occupation" });
    await expect(simulation).toContainText("0,25");
    await page.keyboard.press("Escape");
    await expect(simulation).toBeHidden();

    await button(page, "Enregistrer").click();
    await expect(page.getByText("Veuillez renseigner le domaine de l'entreprise")).toBeVisible();
    await field(page, /^Domaine de l'entreprise/).fill("entreprise.example");
    await onPhone(page, () => expect(field(page, /^Domaine/)).toHaveValue("entreprise.example"));
    await button(page, "Enregistrer").click();
    await accept(page, "Création", "ajouter la condition tarifaire Tarif d'entreprise ?");
    await expect(page).toHaveURL(/\/gestion-tarifs\/\d+\/details$/);
    await expect(page.getByText("*@entreprise.example")).toBeVisible();
  });

  test("ne supprime pas une condition tarifaire dont une utilisation est en cours", async ({
    page,
  }) => {
    await page.goto("/gestion-tarifs");
    await chevron(page, "Casier vélo et trottinette, à l'heure").click();
    await button(page, "Supprimer").click();
    const modal = page.getByRole("dialog", { name: "Suppression" });
    await modal.getByRole("button", { name: "Confirmer" }).click();
    await expect(modal).toContainText("Cette condition tarifaire ne peut être supprimée");
    await modal.getByRole("button", { name: "Retour" }).click();
    await expect(chevron(page, "Casier vélo et trottinette, à l'heure")).toBeVisible();
  });
});

test.describe("la hotline", () => {
  test.use({ account: "hotline" });

  test("lit les conditions tarifaires, sans pouvoir y toucher", async ({ page, request }) => {
    await page.goto("/gestion-tarifs");
    await chevron(page, "Agents de la métropole").click();
    await expect(button(page, "Simuler une occupation")).toBeVisible();
    await expect(page.getByRole("link", { name: /^(Modifier|Nouvelle)/ })).toHaveCount(0);
    await expect(page.getByRole("button", { name: /^(Dupliquer|Supprimer)/ })).toHaveCount(0);
    await expectAccessible(page);

    await page.goto("/creation-tarif");
    await expect(
      page.getByText("Accès refusé. Cette page n'est pas accessible avec votre compte."),
    ).toBeVisible();
    await expect(button(page, "Enregistrer")).toHaveCount(0);

    const token = await page.evaluate(() => localStorage.getItem("token"));
    const headers = { Authorization: `Bearer ${token}` };
    const refused = await Promise.all([
      request.post("/api/admin/exploitant/1/tarif/creation-tarif", {
        headers,
        data: { libelleAdmin: "A", libelleUtilisateur: "B", typeTarif: "heure", montant: 1 },
      }),
      request.post("/api/admin/tarif/1/dupliquer", { headers }),
      request.delete("/api/admin/tarif/1/supprimer", { headers }),
    ]);
    expect(refused.map((answer) => answer.status())).toEqual([403, 403, 403]);
  });
});
