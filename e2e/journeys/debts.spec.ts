import { readFile } from "node:fs/promises";
import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { onPhone, operatorEntries, title } from "../support/shell.ts";

test.use({ serverName: "debts" });

const ENTRY = "Créances";

/** The columns of the file. */
const TOTAL = 9;
const BEFORE_LEDGER = 10;

const centsOf = (text = "") => Number(text.trim().replace(",", ""));

test.describe("un gestionnaire", () => {
  test.use({ account: "gestionnaire" });

  test("lit les créances par âge, les exporte et retrouve leur total dans la reddition", async ({
    page,
  }) => {
    await page.goto("/");
    await operatorEntries(page).filter({ hasText: ENTRY }).click();
    await expect(title(page)).toHaveText(ENTRY);
    const whole = page.getByRole("region", { name: "Ensemble des créances" });
    await expect(whole).toContainText("Plus de 90 jours");
    const people = page.getByRole("table", { name: /^Créances/ });
    await people
      .getByRole("button", { name: /^Détails de la créance/ })
      .first()
      .click();
    const payments = page.getByRole("table", { name: /^Paiements dus/ });
    await expect(payments.getByRole("link").first()).toBeVisible();
    await expectAccessible(page);
    await onPhone(page, () =>
      expect(
        page
          .getByRole("list", { name: /^Paiements dus/ })
          .getByRole("link")
          .first(),
      ).toBeVisible(),
    );

    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Exporter les créances" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^creances-\d{4}-\d\d-\d\d\.csv$/);
    const [, ...rows] = (await readFile(await file.path(), "utf8")).trimEnd().split("\n");
    const sum = (column: number) =>
      rows.reduce((cents, row) => cents + centsOf(row.split(";")[column]), 0);

    await whole.getByRole("link", { name: /^reddition des comptes de / }).click();
    const balance = page.getByRole("row", { name: /^Solde exigible à cet instant/ });
    await expect(balance).toBeVisible();
    const due = (await balance.innerText()).replace(/\D/g, "");
    expect(Number(due)).toBe(sum(TOTAL) - sum(BEFORE_LEDGER));
  });
});

test.describe("un mainteneur", () => {
  test.use({ account: "mainteneur" });

  test("n'a pas l'entrée « Créances », et l'adresse lui est refusée", async ({ page }) => {
    await page.goto("/");
    await expect(operatorEntries(page).first()).toBeVisible();
    await expect(operatorEntries(page).filter({ hasText: ENTRY })).toHaveCount(0);
    await page.goto("/creances");
    await expect(page.getByText(/^Accès refusé/)).toBeVisible();
  });
});
