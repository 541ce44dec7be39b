import type { Locator, Page } from "@playwright/test";
import { accounts, password } from "../support/accounts.ts";
import { expect, test } from "../support/fixtures.ts";
import { title } from "../support/shell.ts";

test.use({ serverName: "keyboard" });

const FAR = 120;

/** Presses Tab until the element has the focus, which must then be visible. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < FAR; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      await expect(target).toBeInViewport();
      return;
    }
    await page.keyboard.press("Tab");
  }
  throw new Error(`${target} is not within ${FAR} presses of Tab`);
}

test("se connecter, ouvrir une station et se déconnecter, sans souris", async ({ page }) => {
  await page.goto("/connexion");
  await test.step("la déclaration d'accessibilité est à portée", async () => {
    const link = page
      .getByRole("contentinfo")
      .getByRole("link", { name: /^Accessibilité : .*conforme$/ });
    await tabTo(page, link);
    await page.keyboard.press("Enter");
    await expect(page).toHaveTitle("Accessibilité · Consigne");
    await expect(page.getByText("Adressez-vous à l’administrateur de la plateforme")).toBeVisible();
    await page.goBack();
  });
  await test.step("l'arbre d'accessibilité dit le champ et l'erreur", async () => {
    await expect(page.getByRole("main")).toMatchAriaSnapshot(`
      - main:
        - heading "Connexion" [level=1]
        - textbox "Email"
        - textbox "Mot de passe"
        - button "Connexion"
        - link "Mot de passe oublié ?"
    `);
    await tabTo(page, page.getByRole("textbox", { name: "Email" }));
    await page.keyboard.type(accounts.gestionnaire);
    await tabTo(page, page.getByRole("textbox", { name: "Mot de passe" }));
    await page.keyboard.type("un mauvais mot de passe");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert")).toHaveText("Identifiants incorrects");
    // What was typed is still there, to be corrected.
    await expect(page.getByRole("textbox", { name: "Email" })).toHaveValue(accounts.gestionnaire);
  });
  const secret = page.getByRole("textbox", { name: "Mot de passe" });
  await tabTo(page, secret);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Déconnexion" })).toBeVisible();
  await expect(title(page)).toHaveText("Mes stations");

  await tabTo(page, page.getByRole("link", { name: "Mes stations" }).first());
  await page.keyboard.press("Enter");
  await expect(title(page)).toHaveText("Mes stations");
  const chevron = page.locator("main [aria-expanded]").first();
  await tabTo(page, chevron);
  await page.keyboard.press("Enter");
  await expect(chevron).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("Space");
  await expect(chevron).toHaveAttribute("aria-expanded", "false");

  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await tabTo(page, page.getByRole("button", { name: "Déconnexion" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/connexion");
});

test.describe("la hotline", () => {
  test.use({ account: "hotline" });

  test("ouvre une porte au clavier et l'entend, puis éteint le raccourci d'une touche", async ({
    page,
  }) => {
    await page.goto("/tb-stations/1/details");
    const row = page.getByRole("row").filter({ hasText: "Occupé" }).first();
    await row.waitFor();
    const chevron = row.getByRole("button", { expanded: false });
    await tabTo(page, chevron);
    await page.keyboard.press("Enter");
    const opening = page.getByRole("button", { name: /^Gestion à distance/ }).first();
    await tabTo(page, opening);
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Gestion à distance" });
    const generate = dialog.getByRole("button", {
      name: "Générer le code d'ouverture à distance",
    });
    await tabTo(page, generate);
    await page.keyboard.press("Enter");
    const code = dialog.getByRole("region", { name: "Code d'ouverture" });
    await expect(code.getByRole("timer")).toBeVisible();
    // Announced once, digit by digit, without the seconds that follow.
    await expect(dialog.getByRole("status").filter({ hasText: /\d/ })).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(opening).toBeFocused();

    // A shortcut of a single key can be switched off.
    await page.goto("/liste-paiements-exploitant");
    const search = page.getByRole("searchbox");
    await expect(search).toBeVisible();
    await page.keyboard.press("/");
    await expect(search).toBeFocused();
    await page.getByRole("contentinfo").getByRole("link").click();
    const setting = page.getByRole("switch", { name: "Raccourcis « / » et « ? »" });
    await tabTo(page, setting);
    await page.keyboard.press("Space");
    await expect(setting).not.toBeChecked();
    await page.goto("/liste-paiements-exploitant");
    await expect(title(page)).toHaveText("Liste des paiements");
    await expect(search).toBeVisible();
    await page.keyboard.press("/");
    await expect(search).not.toBeFocused();
  });
});

test.describe("un gestionnaire", () => {
  test.use({ account: "gestionnaire" });

  test("marque un paiement comme payé au clavier, et l'entend", async ({ page }) => {
    await page.goto("/liste-paiements-exploitant?statut=PERMANENT_ERROR");
    const row = page.getByRole("row", { name: /xxxxx/ }).first();
    await tabTo(page, row.getByRole("button", { name: /^Détails/ }));
    await page.keyboard.press("Enter");
    await tabTo(page, page.getByRole("button", { name: "Détails du paiement" }));
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    const mark = dialog.getByRole("button", { name: "Marquer comme payé" });
    await tabTo(page, mark);
    await page.keyboard.press("Enter");
    await tabTo(page, mark);
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("alert")).toContainText(
      "Le mode de paiement et le commentaire sont obligatoires.",
    );
    const method = dialog.getByRole("combobox", { name: /^Mode de paiement/ });
    await expect(method).toHaveAttribute("aria-invalid", "true");
    await tabTo(page, method);
    await page.keyboard.type("Chèque");
    await expect(method).toHaveValue("Chèque");
    await tabTo(page, dialog.getByRole("textbox", { name: /^Commentaire/ }));
    await page.keyboard.type("Réglé au guichet.");
    await tabTo(page, mark);
    await page.keyboard.press("Enter");
    await expect(
      page.getByRole("status").filter({ hasText: "Le paiement est marqué comme payé." }),
    ).toBeVisible();
  });
});
