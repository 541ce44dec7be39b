import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { onPhone, title } from "../support/shell.ts";

test.use({ serverName: "reconciliation" });

const differences = (page: Page) =>
  page.getByRole("region", { name: "Écarts avec le prestataire" });

test.describe("un gestionnaire", () => {
  test.use({ account: "gestionnaire" });

  test("explique un écart avec les relevés du prestataire, qui quitte ce qui est à traiter", async ({
    page,
  }) => {
    const lines = differences(page).getByRole("listitem");
    // The provider's statements are read once the server has started, and differences come in until that is done.
    await expect(async () => {
      await page.goto("/rapprochement");
      await expect(page.getByText(/Relevés lus le/)).toBeVisible({ timeout: 2000 });
    }).toPass({ timeout: 30_000 });
    await page.goto("/a-traiter#ecarts");
    await expect(lines.first()).toBeVisible();
    // The list shows the first twenty; its heading counts all.
    const counted = (n: number) => differences(page).getByText(new RegExp(`^${n}\\sécarts?$`));
    const before = Number((await differences(page).innerText()).match(/(\d+)\sécart/)?.[1] ?? 0);
    await expect(counted(before)).toBeVisible();
    await lines.first().getByRole("link").click();
    // It opens beside the list, and leads to its month.
    await page.getByRole("link", { name: /^Voir le rapprochement de/ }).click();
    await expect(page).toHaveURL(/\/rapprochement\?mois=20\d\d-\d\d$/);
    await expect(title(page)).toHaveText("Rapprochement");
    await expect(page.getByRole("table", { name: /^Comparaison/ })).toContainText("Rapproché");

    const open = differences(page).getByRole("button", { name: /^Expliquer l'écart/ });
    await expect(open.first()).toBeVisible();
    // Of all pages of the list.
    const tab = differences(page).getByRole("tab", { name: /^À expliquer/ });
    const count = async () => Number((await tab.textContent())?.match(/\d+/)?.[0] ?? 0);
    const waiting = await count();
    expect(waiting).toBeGreaterThan(0);
    await open.first().click();
    const dialog = page.getByRole("dialog", { name: "Expliquer l'écart" });
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await onPhone(page, () => expect(dialog).toBeVisible());
    await dialog.getByRole("button", { name: "Expliquer" }).click();
    await expect(dialog).toContainText("Le commentaire est obligatoire.");
    await dialog.getByRole("textbox", { name: /Commentaire/ }).fill("Vu avec le prestataire.");
    await dialog.getByRole("button", { name: "Expliquer" }).click();
    await expect(dialog).toBeHidden();
    await expect.poll(count).toBe(waiting - 1);
    await differences(page).getByRole("tab", { name: "Tous" }).click();
    await expect(differences(page)).toContainText("Vu avec le prestataire.");

    await page.goto("/a-traiter");
    if (before > 1) await expect(counted(before - 1)).toBeVisible();
    else await expect(differences(page)).toBeHidden();
  });
});
