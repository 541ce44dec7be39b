import type { Page } from "@playwright/test";
import { accounts, submitLogin } from "../support/accounts.ts";
import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { addApplication, confirmByPassword, keepCodes } from "../support/secondFactor.ts";
import { block, button, confirmIn } from "../support/sections.ts";
import { codeOf } from "../support/totp.ts";

test.use({ serverName: "step-up" });

const proof = (page: Page) => page.getByRole("dialog", { name: "Confirmez que c'est vous" });

test("qui a un second facteur le présente avant de créer une clé, une fois en dix minutes", async ({
  page,
}) => {
  await submitLogin(page, accounts.admin);
  await expect(page.getByRole("heading", { level: 1, name: "Mes stations" })).toBeVisible();
  await page.goto("/mon-compte");
  await page.getByRole("button", { name: "Ajouter une application" }).click();
  await confirmByPassword(page);
  const telephone = await addApplication(page, "Téléphone");
  await keepCodes(page);

  await page.goto("/gestion-exploitants/1/details");
  const keys = block(page, "Clés d'accès");
  const label = keys.getByRole("textbox", { name: /^Libellé de la nouvelle clé/ });
  await label.fill("Tableau de bord");
  await label.press("Enter");
  const code = proof(page).getByRole("textbox", { name: "Code de votre application" });
  await expect(code).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(proof(page)).toBeHidden();
  await expect(label).toHaveValue("Tableau de bord");
  await expect(label).toBeFocused();
  await expect(keys.getByRole("alert")).toHaveCount(0);

  await label.press("Enter");
  await code.fill("000000");
  await code.press("Enter");
  await expect(proof(page)).toContainText("Ce code n'est pas correct, ou il a déjà servi.");
  await code.fill(codeOf(telephone, 1));
  await code.press("Enter");
  const secret = page.getByRole("dialog", { name: "Nouvelle clé" });
  await expect(secret.locator("code")).toContainText("ck_");
  await button(secret, "J'ai conservé la clé").click();
  await expect(keys.getByRole("row", { name: /Tableau de bord/ })).toHaveCount(1);

  await button(keys, "Remplacer Tableau de bord").click();
  await confirmIn(page, "Remplacement", "L'ancienne vaut encore 24 heures");
  await expect(secret).toContainText("L'ancienne clé vaut encore jusqu'au");
  await expect(proof(page)).toHaveCount(0);
});
