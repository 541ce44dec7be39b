import type { Locator, Page } from "@playwright/test";
import { accounts, password } from "../support/accounts.ts";
import { expect, test } from "../support/fixtures.ts";

const far = 60;

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < far; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${target} is not within ${far} presses of Tab`);
}

test("de la connexion à la déconnexion, sans souris", async ({ page }) => {
  await page.goto("/connexion");
  await tabTo(page, page.getByRole("textbox", { name: "Email" }));
  await page.keyboard.type(accounts.gestionnaire);
  await tabTo(page, page.getByRole("textbox", { name: "Mot de passe" }));
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Déconnexion" })).toBeVisible();

  const stations = page.getByRole("link", { name: "Mes stations" }).first();
  await tabTo(page, stations);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Mes stations" })).toBeVisible();

  const chevron = page.locator("main [aria-expanded]").first();
  await chevron.waitFor();
  await tabTo(page, chevron);
  await page.keyboard.press("Enter");
  await expect(chevron).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("Space");
  await expect(chevron).toHaveAttribute("aria-expanded", "false");

  const logout = page.getByRole("button", { name: "Déconnexion" });
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await tabTo(page, logout);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/connexion");
});
