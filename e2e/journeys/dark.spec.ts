import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { title, visit } from "../support/shell.ts";

test.use({ colorScheme: "dark" });

test("la connexion est lisible sur fond sombre", async ({ page }) => {
  await page.goto("/connexion");
  await expect(page.getByRole("button", { name: "Connexion", exact: true })).toBeVisible();
  expect(await luminance(page)).toBeLessThan(60);
  await expectAccessible(page);
});

test.describe("avec une session", () => {
  test.use({ account: "gestionnaire" });

  test("les pages sont lisibles sur fond sombre", async ({ page }) => {
    await visit(page, ["/", "/tb-stations", "/gestion-stations", "/playground"], async () => {
      await expect(title(page)).toBeVisible();
      expect(await luminance(page)).toBeLessThan(60);
      await expectAccessible(page);
    });
  });
});

/** Returns the brightness of the page's background, from 0 to 255. */
function luminance(page: Page): Promise<number> {
  return page.evaluate(() => {
    const [r = 255, g = 255, b = 255] = (
      getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? []
    ).map(Number);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  });
}
