import { login, operators } from "../support/accounts.ts";
import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { chevron, operatorEntries, switchOperator, title, topBar } from "../support/shell.ts";

test("se connecte, ouvre une station, change d'exploitant et se déconnecte", async ({ page }) => {
  await login(page, "multi");
  await expect(topBar(page)).toContainText(operators.grandval.nom);
  await chevron(page, "Place Victor Hugo").click();
  await expect(page.getByRole("region", { name: "Détails de Place Victor Hugo" })).toContainText(
    "38000 Grenoble",
  );
  await expectAccessible(page);

  await page.getByRole("button", { name: "Ouvrir le menu" }).click();
  const drawer = page.getByRole("dialog", { name: "Menu" });
  await expect(drawer).toBeVisible();
  await expectAccessible(page);
  await operatorEntries(page).filter({ hasText: "Liste des paiements" }).click();
  await expect(drawer).toBeHidden();
  await expect(title(page)).toHaveText("Liste des paiements");

  await page.getByRole("button", { name: "Ouvrir le menu" }).click();
  await switchOperator(page, operators.littoral.nom);
  await expect(topBar(page)).toContainText(operators.littoral.nom);
  await page.reload();
  await page.getByRole("button", { name: "Déconnexion" }).click();
  await expect(page).toHaveURL("/connexion");
});
