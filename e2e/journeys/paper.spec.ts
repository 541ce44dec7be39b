import type { Page } from "@playwright/test";
import { operators } from "../support/accounts.ts";
import { expect, test } from "../support/fixtures.ts";
import { title } from "../support/shell.ts";

test.use({ account: "gestionnaire", colorScheme: "dark" });

/** Prints as Chromium does: the page is told, then laid out on paper. */
async function print(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
}

/** Returns the line above what is printed, and the colours of the sheet. */
const sheet = (page: Page) =>
  page.evaluate(() => {
    const head = document.querySelector<HTMLElement>("[data-printed]");
    const { backgroundColor, color } = getComputedStyle(document.body);
    return {
      operator: head?.dataset.operator,
      printed: head?.dataset.printed,
      backgroundColor,
      color,
    };
  });

const onPaper = {
  operator: operators.grandval.nom,
  printed: expect.stringMatching(/^Imprimé le \d\d\/\d\d\/\d{4}\sà\s\d\dh\d\d par \S+ \S+$/),
  backgroundColor: "rgb(255, 255, 255)",
  color: "rgb(0, 0, 0)",
};

test("un paiement s'imprime seul, avec son historique", async ({ page }) => {
  await page.goto("/liste-paiements-exploitant?statut=PAID");
  await page.getByRole("row").nth(1).click();
  await page.getByRole("button", { name: "Détails du paiement" }).click();
  const dialog = page.getByRole("dialog", { name: "Détails du paiement" });
  await expect(dialog.getByRole("region", { name: "Historique" })).toBeVisible();
  await print(page);
  await expect.poll(() => sheet(page)).toEqual(onPaper);
  await expect(dialog).toBeVisible();
  await expect(page.locator("#contenu h1")).toBeHidden();
  await expect(dialog.locator(".mantine-Button-root:visible")).toHaveCount(0);
  expect((await dialog.boundingBox())?.y).toBeLessThan(120);
});

test("une station et la liste des paiements s'impriment sans menu, avec leurs filtres", async ({
  page,
}) => {
  for (const path of ["/tb-stations/1/details", "/liste-paiements-exploitant?statut=PAID"]) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole("table").first()).toBeVisible();
      await print(page);
      await expect.poll(() => sheet(page)).toEqual(onPaper);
      await expect(title(page)).toBeVisible();
      await expect(page.getByRole("navigation", { name: "Menu principal" })).toBeHidden();
      await expect(page.getByRole("searchbox").first()).toBeHidden();
      await expect(page.locator(".mantine-Button-root:visible")).toHaveCount(0);
      await page.emulateMedia({ media: "screen" });
    });
  }
  await expect(page.getByText("Statut de paiement : PAYÉ")).toBeVisible();
});

test("l'attestation de conformité s'imprime sans menu", async ({ page }) => {
  await page.goto("/mon-equipe");
  await page.getByRole("link", { name: "Attestation de conformité" }).click();
  await expect(page.getByText("Clé publique des sceaux (Ed25519)")).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("region", { name: "Signature de l'éditeur" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Menu principal" })).toBeHidden();
  await expect(page.getByRole("link", { name: /^Accessibilité/ })).toBeHidden();
});
