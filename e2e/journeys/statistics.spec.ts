import type { Frame, Page } from "@playwright/test";
import { operators } from "../support/accounts.ts";
import { expect, test } from "../support/fixtures.ts";
import { adminEntries, operatorEntries, switchOperator, title } from "../support/shell.ts";

const frame = (page: Page) => page.getByTitle("dashboard metabase");

/** Returns the page in the frame, once it is the built-in dashboard. */
async function builtIn(page: Page): Promise<Frame> {
  const handle = await frame(page).elementHandle();
  const content = await handle?.contentFrame();
  if (!content) throw new Error("the frame holds no page");
  await content.waitForURL("**/tableau-de-bord#*");
  return content;
}

test.describe("le gestionnaire", () => {
  test.use({ account: "gestionnaire" });

  test("voit le tableau de bord de son exploitant, qui reste quand son adresse se renouvelle", async ({
    page,
  }) => {
    await page.clock.install();
    await page.goto("/tb-stations");
    await operatorEntries(page).filter({ hasText: "Statistiques" }).click();
    await expect(page).toHaveURL("/dashboard-metabase-exploitant");
    await expect(title(page)).toHaveText("Statistiques");
    const content = await builtIn(page);
    const box = await frame(page).boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(1000);
    expect(box?.width).toBeGreaterThan(1100);

    // The page in the frame stays when its address is renewed.
    const steps = await page.evaluate(() => history.length);
    await content.evaluate(() => Object.assign(window, { sameDocument: true }));

    const renewal = page.waitForResponse("**/api/admin/iloo/analytics/1");
    await page.clock.fastForward("09:30");
    const { iframeUrl } = (await (await renewal).json()) as { iframeUrl: string };
    await expect.poll(() => content.url()).toContain(iframeUrl);
    expect(await content.evaluate(() => "sameDocument" in window)).toBe(true);
    expect(await page.evaluate(() => history.length)).toBe(steps);
  });
});

test.describe("l'administrateur", () => {
  test.use({ account: "admin" });

  test("voit celui de la plateforme, et celui d'un exploitant que le menu n'annonce pas", async ({
    page,
  }) => {
    const address = page.waitForResponse("**/api/admin/iloo/analytics");
    await page.goto("/");
    await adminEntries(page).filter({ hasText: "Statistiques" }).click();
    expect((await address).status()).toBe(200);
    await expect(page).toHaveURL("/dashboard-metabase");
    await builtIn(page);

    // From the home page to that of an operator whose menu does not have the entry.
    await switchOperator(page, operators.brume.nom);
    await expect(operatorEntries(page).filter({ hasText: "Statistiques" })).toHaveCount(0);
    await page.getByRole("link", { name: "Consigne, accueil" }).click();
    await page
      .getByRole("region", { name: "L'exploitation" })
      .getByRole("link", { name: /^Statistiques/ })
      .click();
    await expect(page).toHaveURL("/dashboard-metabase-exploitant");
    await expect(page.getByRole("main")).toContainText(operators.brume.nom);
    await builtIn(page);
  });
});
