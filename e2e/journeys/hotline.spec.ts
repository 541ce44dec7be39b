import { login } from "../support/accounts.ts";
import { expect, test } from "../support/fixtures.ts";
import { adminEntries, chevron, operatorEntries } from "../support/shell.ts";

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
});
