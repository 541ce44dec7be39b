import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { pages } from "../support/pages.ts";
import { desk, expectFits, phone, title, visit } from "../support/shell.ts";

// Every page once, light on a desk and dark on a phone. What opens on a page is looked at by the journey that opens it.
test.describe.configure({ mode: "parallel" });

/** Returns the brightness of the page's background, from 0 to 255. */
function luminance(page: Page): Promise<number> {
  return page.evaluate(() => {
    const [r = 255, g = 255, b = 255] = (
      getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? []
    ).map(Number);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  });
}

const looks = [
  { name: "au bureau, sur fond clair", options: { viewport: desk, colorScheme: "light" } },
  {
    name: "au téléphone, sur fond sombre",
    options: { viewport: phone, colorScheme: "dark", isMobile: true, hasTouch: true },
  },
] as const;

for (const { name, options } of looks) {
  test.describe(name, () => {
    test.use(options);

    const lookAt = (page: Page, all: Record<string, string | RegExp>) =>
      visit(page, Object.keys(all), async (path) => {
        await expect(title(page)).toHaveText(all[path] ?? "");
        await expect(page).toHaveURL(path);
        expect((await luminance(page)) < 60).toBe(options.colorScheme === "dark");
        await expectAccessible(page);
        await expectFits(page);
      });

    test("les pages d'avant la connexion sont lisibles", ({ page }) => lookAt(page, pages.open));

    test.describe("avec une session", () => {
      test.use({ account: "admin" });
      test.slow();

      test("les pages du menu sont lisibles", ({ page }) => lookAt(page, pages.lists));
      test("les autres pages sont lisibles", ({ page }) => lookAt(page, pages.others));
    });
  });
}
