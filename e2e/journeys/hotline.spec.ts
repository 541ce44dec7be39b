import { login } from "../support/accounts.ts";
import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { adminEntries, chevron, onPhone, operatorEntries, title } from "../support/shell.ts";

test("la hotline se connecte et lit les tarifs, sans pouvoir toucher aux stations", async ({
  page,
}) => {
  await login(page, "hotline");
  await expect(page).toHaveURL("/tb-stations");
  await expect(adminEntries(page)).toHaveCount(0);
  await expect(operatorEntries(page)).toHaveText([
    /^À traiter/,
    "Mes stations",
    "Mes usagers",
    "Abonnements",
    "Liste d'attente",
    "Vélos laissés",
    "Mon équipe",
    "Liste des paiements",
    "Historique des utilisations",
    "Statistiques",
    "Gestion des tarifs",
    "Récit d'appel",
    "Interventions",
    "Journal",
  ]);
  await page.goto("/gestion-stations");
  await expect(chevron(page, "Place Victor Hugo")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Supprimer/ })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Ajouter une nouvelle station" })).toHaveCount(0);

  await operatorEntries(page).filter({ hasText: "Gestion des tarifs" }).click();
  await chevron(page, "Agents de la métropole").click();
  await expect(
    page.getByRole("button", { name: "Simuler une occupation", exact: true }),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: /^(Modifier|Nouvelle)/ })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^(Dupliquer|Supprimer)/ })).toHaveCount(0);

  await test.step("l'aide s'ouvre au chapitre de la page", async () => {
    await operatorEntries(page).filter({ hasText: "Récit d'appel" }).click();
    await expect(title(page)).toHaveText("Récit d'appel");
    await page.getByRole("link", { name: "Aide", exact: true }).click();
    await expect(page).toHaveURL("/aide/appel");
    await expect(page).toHaveTitle("Au téléphone · Aide · Consigne");
    await expect(title(page)).toBeFocused();
    await expectAccessible(page);
    const contents = page.getByRole("navigation", { name: "Chapitres de l'aide" });
    await expect(contents.getByRole("link", { name: "Reddition des comptes" })).toHaveCount(0);
    await contents.getByRole("link", { name: "Ouvrir la porte" }).click();
    await expect(page.getByRole("heading", { name: "Ouvrir la porte" })).toBeInViewport();
    await page.getByRole("link", { name: /^Suivant/ }).click();
    await expect(title(page)).toHaveText("À traiter");
    await expect(title(page)).toBeFocused();
    await onPhone(page, () => page.getByText("Sommaire").click());
  });

  await test.step("la palette mène à un passage de l'aide", async () => {
    await page.keyboard.press("Control+k");
    await page.getByRole("textbox", { name: /^Aller à/ }).fill("changer un rang");
    await page.getByRole("dialog").getByText("Changer un rang").click();
    await expect(page).toHaveURL("/aide/liste-attente#changer-un-rang");
  });
});
