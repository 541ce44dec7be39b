import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { chevron } from "../support/shell.ts";

test.use({ account: "admin", serverName: "suppression" });

test("une station se supprime, après confirmation", async ({ page }) => {
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
  await expectAccessible(page);

  await page.goto("/tb-stations");
  await expect(chevron(page, "Gare centrale")).toBeVisible();
  await expect(chevron(page, station)).toHaveCount(0);
});

test("une station occupée reste, et la fenêtre dit pourquoi", async ({ page }) => {
  await page.goto("/gestion-stations");
  await page.getByRole("button", { name: "Supprimer Gare centrale", exact: true }).click();
  const modal = page.getByRole("dialog", { name: "Suppression" });
  await expect(modal.getByRole("alert")).toContainText(/utilisation/);
  await expect(modal.getByRole("button")).toHaveText(["Fermer"]);
  await expectAccessible(page);
  await modal.getByRole("button", { name: "Fermer" }).click();
  await expect(chevron(page, "Gare centrale")).toBeVisible();
});

test("un double clic sur « Supprimer » ne répond pas à la question", async ({ page }) => {
  await page.goto("/gestion-stations");
  await page.getByRole("button", { name: "Supprimer Gare centrale", exact: true }).dblclick();
  const modal = page.getByRole("dialog", { name: "Suppression" });
  await expect(modal.getByRole("button", { name: "Fermer" })).toBeFocused();
  await page.waitForTimeout(400);
  await expect(modal).toBeVisible();
});

test("une question se ferme avec la page qui l'a posée", async ({ page }) => {
  await page.goto("/tb-stations");
  await page.getByRole("link", { name: "Gestion des stations" }).click();
  await page.getByRole("button", { name: "Supprimer Gare centrale", exact: true }).click();
  const modal = page.getByRole("dialog", { name: "Suppression" });
  await expect(modal).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Mes stations" })).toBeVisible();
  await expect(modal).toBeHidden();
});
