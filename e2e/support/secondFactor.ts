import type { Page } from "@playwright/test";
import { password } from "./accounts.ts";
import { expectAccessible } from "./axe.ts";
import { expect } from "./fixtures.ts";
import { codeOf } from "./totp.ts";

export async function confirmByPassword(page: Page): Promise<void> {
  await page.getByRole("dialog").getByRole("textbox", { name: "Mot de passe" }).fill(password);
  await page.getByRole("button", { name: "Confirmer" }).click();
}

/** Reads the key on screen, and confirms it with its code. */
export async function addApplication(page: Page, name: string): Promise<string> {
  const key = (await page.locator("code").textContent()) ?? "";
  await expect(page.getByRole("img", { name: "Code QR de la clé" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("textbox", { name: "Code affiché" }).fill(codeOf(key));
  await page.getByRole("textbox", { name: "Nom de cette application" }).fill(name);
  await page.getByRole("button", { name: "Ajouter", exact: true }).click();
  return key;
}

/** Reads the recovery codes on screen, and goes on. */
export async function keepCodes(page: Page): Promise<string[]> {
  const codes = await page.getByRole("list", { name: "Codes de secours" }).innerText();
  await expectAccessible(page);
  await page.getByRole("button", { name: "J'ai conservé les codes" }).click();
  return codes.split(/\s+/);
}
