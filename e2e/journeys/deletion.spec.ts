import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { chevron, title } from "../support/shell.ts";

test.use({ account: "admin", serverName: "deletion" });

test("une station se supprime après confirmation ; occupée, elle reste", async ({ page }) => {
  const station = "Grand'Place";
  await page.goto("/gestion-stations");
  const remove = page.getByRole("button", { name: `Supprimer ${station}` });
  await remove.click();

  const modal = page.getByRole("dialog", { name: "Suppression" });
  await expect(modal).toContainText(`Voulez-vous vraiment supprimer la station ${station} ?`);
  await expect(modal.getByRole("button", { name: "Retour" })).toBeFocused();
  await expectAccessible(page);

  await modal.getByRole("button", { name: "Retour" }).click();
  await expect(modal).toBeHidden();
  await expect(remove).toBeFocused();

  await remove.click();
  await expect(modal).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(modal).toBeHidden();
  await expect(chevron(page, station)).toBeVisible();

  await remove.click();
  await modal.getByRole("button", { name: "Confirmer" }).click();
  await expect(modal).toBeHidden();
  await expect(page.getByText(`La station « ${station} » est supprimée.`)).toBeVisible();
  await expect(chevron(page, station)).toHaveCount(0);

  await page.goto("/tb-stations");
  await expect(chevron(page, "Gare centrale")).toBeVisible();
  await expect(chevron(page, station)).toHaveCount(0);

  // One that is occupied stays, and the dialog says why. The second click of a double click does not close it.
  await page.getByRole("link", { name: "Gestion des stations" }).click();
  await page.clock.install();
  await page.getByRole("button", { name: "Supprimer Gare centrale", exact: true }).dblclick();
  await expect(modal.getByRole("button", { name: "Fermer" })).toBeFocused();
  await page.clock.runFor(1_000);
  await expect(modal.getByRole("alert")).toContainText(/utilisation/);
  await expect(modal.getByRole("button")).toHaveText(["Fermer"]);
  await expectAccessible(page);

  // A question goes with the page that asked it.
  await page.goBack();
  await expect(title(page)).toHaveText("Mes stations");
  await expect(modal).toBeHidden();
});
