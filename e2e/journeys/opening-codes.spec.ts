import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { readMails } from "../support/mail.ts";

test.use({ account: "hotline", serverName: "opening-codes" });

const end = "Mettre fin à l'utilisation";

/** Opens the first occupied locker of the central station, and its opening dialog. */
async function manageOccupied(page: Page): Promise<{ modal: Locator; code: string }> {
  await page.goto("/tb-stations/1/details");
  const row = page.getByRole("row").filter({ hasText: "Occupé" }).first();
  const code = (await row.getByRole("rowheader").textContent()) ?? "";
  await row.click();
  await page.getByRole("button", { name: `Gestion à distance, ${code}` }).click();
  return { modal: page.getByRole("dialog", { name: "Gestion à distance" }), code };
}

test("la hotline donne et envoie un code d'ouverture, rend l'utilisation gratuite et y met fin", async ({
  page,
  context,
  server,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.clock.install();
  const { modal, code } = await manageOccupied(page);
  const opener = page.getByRole("button", { name: `Gestion à distance, ${code}` });
  const audit = page.getByRole("region", { name: "Journal" });

  await test.step("un code, fait une fois et copié", async () => {
    await expectAccessible(page);
    const made: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("generer_code")) made.push(request.url());
    });
    await modal.getByRole("button", { name: "Générer le code d'ouverture à distance" }).dblclick();
    const panel = modal.getByRole("region", { name: "Code d'ouverture" });
    await expect(panel.getByRole("timer")).toHaveText(/^00:0(3:00|2:5\d)$/);
    expect(made).toHaveLength(1);
    await expectAccessible(page);
    await panel.getByRole("button", { name: "Copier le code" }).click();
    await expect(panel.getByRole("button", { name: "Code copié" })).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^\d{6}$/);
    await expect(panel).toContainText(copied);
    const send = panel.getByRole("button", { name: "Envoyer le code" });
    await send.dblclick();
    await expect(page.getByText(/^Le code a été envoyé à \S+@\S+\.$/)).toBeVisible();
    await expect(send).toBeFocused();
    await expect
      .poll(
        async () => (await readMails(server.outbox)).filter((mail) => mail.includes(copied)).length,
      )
      .toBe(1);
    await modal.getByRole("button", { name: "Fermer" }).click();
    await expect(opener).toBeFocused();
    await expect(audit).toContainText(`Casier ${code} : code d'ouverture généré`);
    await expect(audit).toContainText(`Casier ${code} : code d'ouverture envoyé par e-mail`);
    await expect(audit).not.toContainText(copied);
  });

  await test.step("un autre à la fin du premier seulement", async () => {
    await opener.click();
    await modal.getByRole("button", { name: "Générer le code d'ouverture à distance" }).click();
    await expect(modal.getByRole("timer")).toBeVisible();
    const another = modal.getByRole("button", { name: "Générer un nouveau code" });
    await expect(another).toHaveCount(0);
    await page.clock.fastForward("03:01");
    await expect(modal.getByText("Ce code n'est plus valable.").first()).toBeVisible();
    await expectAccessible(page);
    await another.click();
    await expect(modal.getByRole("timer")).toBeVisible();
  });

  await test.step("gratuite", async () => {
    await modal.getByRole("button", { name: "Ne pas faire payer" }).click();
    await expect(modal).toContainText("Voulez-vous vraiment ne pas faire payer");
    await expect(modal.getByRole("button", { name: "Retour" })).toBeFocused();
    await expectAccessible(page);
    await modal.getByRole("button", { name: "Confirmer" }).click();
    await expect(page.getByText("L'occupation est maintenant gratuite !")).toBeVisible();
    await expect(modal.getByRole("button", { name: "Ne pas faire payer" })).toHaveCount(0);
  });

  await test.step("terminée", async () => {
    await modal.getByRole("button", { name: end }).click();
    await expect(modal.getByRole("button", { name: "Retour" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(modal.getByRole("button", { name: end })).toBeFocused();
    await modal.getByRole("button", { name: end }).click();
    await modal.getByRole("button", { name: "Confirmer" }).click();
    await expect(page.getByText("L'occupation est terminée !")).toBeVisible();
    await expect(modal).toBeHidden();
    await expect(page.getByRole("region", { name: `Détails de ${code}` })).toContainText(
      "Aucune utilisation en cours",
    );
    await expect(audit).toContainText(`Casier ${code} : utilisation terminée`);
  });
});
