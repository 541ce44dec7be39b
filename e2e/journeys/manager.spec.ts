import { login, operators } from "../support/accounts.ts";
import { expect, test } from "../support/fixtures.ts";
import { adminEntries, chevron, operatorEntries, title, topBar } from "../support/shell.ts";

test("la journée d'un gestionnaire : ses stations, et ce qu'il peut y faire", async ({ page }) => {
  await login(page, "gestionnaire");
  await expect(page).toHaveURL("/tb-stations");
  await expect(topBar(page)).toContainText(operators.grandval.nom);
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
    "Gestion des stations",
    "Gestion des tarifs",
    "Récit d'appel",
    "Mode maintenance",
    "Interventions",
    "Journal",
    "Créances",
    "Reddition des comptes",
    "Disponibilité",
  ]);
  await page.getByRole("combobox", { name: "Exploitants" }).click();
  await expect(page.getByRole("option")).toHaveText([operators.grandval.nom]);
  await page.keyboard.press("Escape");
  await expect(chevron(page, "Gare de La Rochelle")).toHaveCount(0);

  await chevron(page, "Place de Verdun").click();
  const details = page.getByRole("region", { name: "Détails de Place de Verdun" });
  await expect(details).toContainText("Collective sans comptage");
  await expect(details).toContainText("Places libres");
  await page.getByRole("link", { name: "Gérer Place Victor Hugo" }).click();
  await expect(page).toHaveURL(/\/tb-stations\/\d+\/details$/);
  await expect(title(page)).toHaveText("Gestion de la station");
  await page.getByRole("link", { name: /^Retour/ }).click();
  await expect(title(page)).toHaveText("Mes stations");

  // The pages of the platform are refused, and hold nothing to type into.
  await page.goto("/gestion-exploitants/1/details");
  await expect(page.getByText("Accès refusé.")).toBeVisible();
  await expect(page.getByRole("main").getByRole("textbox")).toHaveCount(0);

  // Somebody else left their operator in this browser.
  await page.evaluate(
    (id) => localStorage.setItem("exploitantId", id),
    String(operators.littoral.id),
  );
  await page.goto("/tb-stations");
  await expect(topBar(page)).toContainText(operators.grandval.nom);
  await expect(chevron(page, "Place Victor Hugo")).toBeVisible();
});
