import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { title } from "../support/shell.ts";

test.use({ serverName: "rapprochement" });

const differences = (page: Page) =>
  page.getByRole("region", { name: "Écarts avec le prestataire" });

test.describe("as a manager", () => {
  test.use({ account: "gestionnaire" });

  test("explains a difference from the provider's statements, which leaves the worklist", async ({
    page,
  }) => {
    const lines = differences(page).getByRole("listitem");
    // The provider's statements are read once the server has started.
    await expect(async () => {
      await page.goto("/a-traiter#ecarts");
      await expect(lines.first()).toBeVisible({ timeout: 2000 });
    }).toPass({ timeout: 30_000 });
    const before = await lines.count();
    await lines.first().getByRole("link").click();
    await expect(page).toHaveURL(/\/rapprochement\?mois=20\d\d-\d\d$/);
    await expect(title(page)).toHaveText("Rapprochement");
    await expect(page.getByRole("table", { name: /^Comparaison/ })).toContainText("Rapproché");
    await expectAccessible(page);

    const open = differences(page).getByRole("button", { name: /^Expliquer l'écart/ });
    const waiting = await open.count();
    await open.first().click();
    const dialog = page.getByRole("dialog", { name: "Expliquer l'écart" });
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Expliquer" }).click();
    await expect(dialog).toContainText("Le commentaire est obligatoire.");
    await dialog.getByRole("textbox", { name: /Commentaire/ }).fill("Vu avec le prestataire.");
    await dialog.getByRole("button", { name: "Expliquer" }).click();
    await expect(dialog).toBeHidden();
    await expect(open).toHaveCount(waiting - 1);
    await differences(page).getByRole("tab", { name: "Tous" }).click();
    await expect(differences(page)).toContainText("Vu avec le prestataire.");

    await page.goto("/a-traiter");
    if (before > 1) await expect(lines).toHaveCount(before - 1);
    else await expect(differences(page)).toBeHidden();
  });
});

test.describe("on a phone", () => {
  test.use({
    account: "gestionnaire",
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });

  test("fits the width", async ({ page }) => {
    await page.goto("/rapprochement");
    await expect(
      page.getByRole("heading", { name: "Rapprochement avec le prestataire" }),
    ).toBeVisible();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    );
    expect(overflow).toBe(0);
    await expectAccessible(page);
  });
});
