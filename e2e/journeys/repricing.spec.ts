import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";

test.use({ serverName: "repricing" });

test.describe("un gestionnaire", () => {
  test.use({ account: "gestionnaire" });

  test("rejoue les prix d'un tarif, puis rembourse les trop-perçus", async ({ page }) => {
    await page.goto("/gestion-tarifs/1/rejeux");
    await page.getByLabel(/^Utilisations commencées du/).fill("01-10-2026");
    await page.getByLabel(/^Au, compris/).fill("31-10-2026");
    await page
      .getByLabel(/^Montant/)
      .first()
      .fill("0,10");
    await page.getByRole("button", { name: "Rejouer les prix" }).click();
    await expect(page).toHaveURL(/\/rejeux\/\d+$/);
    const refund = page.getByRole("button", { name: "Rembourser les trop-perçus" });
    await expect(refund).toBeVisible({ timeout: 20_000 });
    await expect(page.getByRole("table", { name: "Les plus grands écarts" })).toBeVisible();
    await expectAccessible(page);

    await refund.click();
    const question = page.getByRole("dialog", { name: "Rembourser les trop-perçus" });
    await question.getByLabel(/^Commentaire/).fill("Tarif mal saisi en octobre.");
    await expectAccessible(page);
    await question.getByLabel("Je comprends").check();
    await question.getByRole("button", { name: /^Rembourser/ }).click();
    await expect(page).toHaveURL(/\/lots\/\d+$/);
    await expect(page.getByRole("table", { name: "Les utilisations du lot" })).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await expect(page.getByText("Tarif mal saisi en octobre.")).toBeVisible();
  });

  test("compare une période avant d'enregistrer un tarif", async ({ page }) => {
    await page.goto("/gestion-tarifs/1/details");
    const comparison = page.getByRole("region", { name: "Comparer avant d'enregistrer" });
    await page.getByRole("textbox", { name: "Montant", exact: true }).fill("0,80");
    await comparison.getByText("Une période").click();
    await comparison.getByLabel(/^Utilisations commencées du/).fill("01-01-2026");
    await comparison.getByLabel(/^Au, compris/).fill("31-10-2026");
    await comparison.getByLabel(/^Au, compris/).press("Enter");
    await expect(comparison.getByText(/, du 01\/01\/2026 au 31\/10\/2026$/)).toBeVisible({
      timeout: 20_000,
    });
    await expect(comparison).toContainText(/Différence\+/);
    const groups = comparison.getByRole("table", { name: /^Nombre d'utilisations/ });
    await expect(groups.getByRole("row")).toHaveCount(1 + 3);
    const gaps = comparison.getByRole("table", { name: "Les plus grands écarts" });
    await expect(gaps.getByRole("row")).toHaveCount(1 + 5);
    await expectAccessible(page);

    // It is none of the replays of the tariff.
    const listed = page.waitForResponse(/\/api\/admin\/tarif\/1\/rejeux$/);
    await page.getByRole("link", { name: "Rejouer les prix" }).click();
    await page
      .getByRole("dialog", { name: "Annulation" })
      .getByRole("button", { name: "Confirmer" })
      .click();
    const { rejeux } = (await (await listed).json()) as { rejeux: { du: string }[] };
    expect(rejeux.map(({ du }) => du)).not.toContain("2026-01-01");
  });
});
