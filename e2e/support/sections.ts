import { expect, type Locator, type Page } from "@playwright/test";

/** Returns the section of a page with that title. */
export function block(page: Page, name: string): Locator {
  return page.getByRole("main").getByRole("region", { name, exact: true });
}

export function button(within: Locator, name: string): Locator {
  return within.getByRole("button", { name, exact: true });
}

/** Fills in the fields of a form, by label. */
export async function fillIn(within: Locator, fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    await within.getByRole("textbox", { name: label, exact: true }).fill(text);
  }
}

/** Accepts the confirmation with that title, and waits until it closes. */
export async function confirmIn(page: Page, name: string, words: string): Promise<void> {
  const modal = page.getByRole("dialog", { name });
  await expect(modal).toContainText(words);
  await modal.getByRole("button", { name: "Confirmer" }).click();
  await expect(modal).toBeHidden();
}
