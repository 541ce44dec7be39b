import { login } from "../support/accounts.ts";
import { expect, test } from "../support/fixtures.ts";
import { block } from "../support/sections.ts";
import { adminEntries, chevron, operatorEntries } from "../support/shell.ts";

test.use({ serverName: "technician" });

test("la journée d'un mainteneur : ce qui est à traiter, et un casier hors service", async ({
  page,
}) => {
  await login(page, "mainteneur");
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
    "Récit d'appel",
    "Mode maintenance",
    "Interventions",
    "Journal",
  ]);
  await page.getByRole("link", { name: "Consigne, accueil" }).click();
  const tasks = page.getByRole("region", { name: "À faire sur place" });
  await expect(tasks.getByRole("link", { name: /Casier bloqué$/ }).first()).toBeVisible();
  const offers = page.getByRole("main").getByRole("region", { name: "L'exploitation" });
  await expect(offers.getByRole("link", { name: /^Mes stations/ })).toBeVisible();
  await expect(offers.getByRole("link", { name: /^Mes usagers/ })).toHaveCount(0);

  await test.step("ce qui est à traiter, sans les cartes", async () => {
    const entry = operatorEntries(page).filter({ hasText: "À traiter" });
    await expect(entry).toContainText(/\d+ en attente/);
    await page.keyboard.press("Control+k");
    await page.getByRole("textbox", { name: /^Aller à/ }).fill("traiter");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/a-traiter");
    await expect(block(page, "Paiements en échec")).toBeVisible();
    await expect(block(page, "Cartes à renouveler")).toHaveCount(0);
  });

  await test.step("les abonnements, sans rien pouvoir y changer", async () => {
    await page.goto("/abonnements");
    await page
      .getByRole("button", { name: /^Détails de/ })
      .first()
      .click();
    await expect(page.getByRole("link", { name: "Détails du paiement" })).toBeVisible();
    await expect(page.getByRole("button", { name: /^(Résilier|Reprendre)$/ })).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Voir la fiche" })).toHaveCount(0);
  });

  await test.step("un paiement, sans pouvoir rien en faire", async () => {
    await page.goto("/liste-paiements-exploitant?statut=PERMANENT_ERROR");
    await page
      .getByRole("button", { name: /^Détails/ })
      .first()
      .click();
    await page.getByRole("button", { name: "Détails du paiement" }).click();
    const details = page.getByRole("dialog", { name: "Détails du paiement" });
    await expect(details.getByRole("region", { name: "Historique" })).toBeVisible();
    await expect(details.getByRole("button", { name: /payé|ordre|Annuler|reçu/ })).toHaveCount(0);
    await page.goto("/liste-paiements-exploitant?statut=RUNNING");
    await page
      .getByRole("button", { name: /^Détails/ })
      .first()
      .click();
    await expect(page.getByRole("button", { name: "Détails du paiement" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Ne pas faire payer" })).toHaveCount(0);
  });

  await test.step("un casier hors service, et rien de plus", async () => {
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
    await modal.getByText("Serrure", { exact: true }).click();
    await modal.getByRole("textbox", { name: "Motif" }).fill("Pêne tordu");
    await modal.getByRole("button", { name: "Confirmer" }).click();
    await expect(page.getByText("Le casier A2 est hors service.")).toBeVisible();
    await expect(toggle).not.toBeChecked();
    await expect(page.getByRole("row", { name: /A2 A2/ })).toContainText("InactifSerrure");
    await expect(page.getByText("Hors service : Pêne tordu")).toBeVisible();
  });
});
