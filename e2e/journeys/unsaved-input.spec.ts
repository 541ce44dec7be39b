import type { Page } from "@playwright/test";
import { operators } from "../support/accounts.ts";
import { expect, test } from "../support/fixtures.ts";
import { button } from "../support/sections.ts";
import { switchOperator, title, topBar } from "../support/shell.ts";

test.use({ account: "admin", operator: "grandval" });

const question = (page: Page) => page.getByRole("dialog", { name: "Annulation" });
const name = (page: Page) => page.getByLabel("Nom *");

/** Opens the form of a station from its list, and types. */
async function typeStation(page: Page): Promise<void> {
  await page.goto("/gestion-stations");
  await page.getByRole("link", { name: "Ajouter une nouvelle station" }).click();
  await expect(title(page)).toHaveText("Configuration d'une nouvelle station");
  await name(page).fill("Halte du Vallon");
}

/** Answers the one question by the button. */
async function answer(page: Page, words: "Retour" | "Confirmer"): Promise<void> {
  await expect(question(page)).toHaveCount(1);
  await button(question(page), words).click();
  await expect(question(page)).toBeHidden();
}

test("fermer l'onglet, Précédent, un autre exploitant et Déconnexion demandent avant de perdre une saisie", async ({
  page,
  context,
}) => {
  const second = await context.newPage();
  await second.goto("/tb-stations");
  await expect(title(second)).toHaveText("Mes stations");
  await typeStation(page);

  await test.step("recharger ou fermer l'onglet", async () => {
    const asked: string[] = [];
    page.once("dialog", (dialog) => {
      asked.push(dialog.type());
      void dialog.dismiss();
    });
    await page.reload({ timeout: 2_000 }).catch(() => undefined);
    expect(asked).toEqual(["beforeunload"]);
    await expect(name(page)).toHaveValue("Halte du Vallon");
  });
  await test.step("Précédent, même deux fois", async () => {
    await page.goBack();
    await expect(question(page)).toBeVisible();
    await expect(page).toHaveURL(/\/creation-station$/);
    await page.goBack();
    await answer(page, "Retour");
    await expect(page).toHaveURL(/\/creation-station$/);
    await expect(name(page)).toHaveValue("Halte du Vallon");
    await page.goBack();
    await answer(page, "Confirmer");
    await expect(title(page)).toHaveText("Gestion des stations");
    await expect(question(page)).toHaveCount(0);
  });
  await test.step("changer d'exploitant", async () => {
    await typeStation(page);
    await switchOperator(page, operators.littoral.nom);
    await answer(page, "Retour");
    await expect(name(page)).toHaveValue("Halte du Vallon");
    await expect(topBar(page)).toContainText(operators.grandval.nom);
    await switchOperator(page, operators.littoral.nom);
    await answer(page, "Confirmer");
    await expect(title(page)).toHaveText("Gestion des stations");
    await expect(topBar(page)).toContainText(operators.littoral.nom);
  });
  await test.step("Déconnexion, qui vaut pour tous les onglets", async () => {
    await typeStation(page);
    await page.getByRole("button", { name: "Déconnexion" }).click();
    await answer(page, "Retour");
    await expect(name(page)).toHaveValue("Halte du Vallon");
    const asked: string[] = [];
    page.on("dialog", (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await page.getByRole("button", { name: "Déconnexion" }).click();
    await button(question(page), "Confirmer").click();
    await expect(page).toHaveURL("/connexion");
    await expect(second).toHaveURL("/connexion");
    expect(asked).toEqual([]);
  });
});

test("Échap dans une question ne ferme qu'elle ; un double clic n'annule ni ne répète", async ({
  page,
}) => {
  await page.goto("/gestion-stations/1/details");
  await button(page.getByRole("main"), "Importer des casiers").click();
  const dialog = page.getByRole("dialog", { name: "Importer des casiers" });
  await dialog.getByLabel("Lignes à importer").fill("A1;Vélo;Carte 1;1,2;prise");
  await page.keyboard.press("Escape");
  await expect(question(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(question(page)).toBeHidden();
  await expect(dialog.getByLabel("Lignes à importer")).toHaveValue("A1;Vélo;Carte 1;1,2;prise");
  await button(dialog, "Annuler").click();
  await answer(page, "Confirmer");
  await expect(dialog).toBeHidden();

  await page.goto("/gestion-stations/1/details");
  const main = page.getByRole("main");
  await button(main, "Modifier").first().dblclick();
  await expect(button(main, "Enregistrer")).toBeVisible();
  await button(main, "Annuler").click();
  await button(main, "Ajouter un casier").dblclick();
  await expect(main.getByRole("region", { name: "Nouveau casier" })).toBeVisible();

  await page.goto("/tb-stations");
  const chevron = main.getByRole("button", { name: /^Détails de/ }).first();
  await chevron.dblclick();
  await expect(chevron).toHaveAttribute("aria-expanded", "true");
});
