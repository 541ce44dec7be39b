import type { APIRequestContext } from "@playwright/test";
import { accounts, login, operators, password } from "../support/accounts.ts";
import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { resetLink } from "../support/mail.ts";
import { block, button, confirmIn, fillIn } from "../support/sections.ts";
import { operatorEntries, title } from "../support/shell.ts";

test.use({ serverName: "équipe" });

test("le gestionnaire tient sa hotline et lit le reste", async ({ page, server }) => {
  test.slow();
  await login(page, "gestionnaire");
  await operatorEntries(page).filter({ hasText: "Mon équipe" }).click();
  await expect(title(page)).toHaveText("Mon équipe");
  await expect(block(page, "Gestionnaires").getByRole("row", { name: /Roussel/ })).toBeVisible();
  await expect(block(page, "Gestionnaires").getByRole("button")).toHaveCount(0);
  await expect(block(page, "Référents exploitation").getByRole("button")).toHaveCount(0);

  const hotline = block(page, "Hotline");
  await button(hotline, "Ajouter un agent de hotline").click();
  await fillIn(hotline, {
    Nom: "Faure",
    Prénom: "Inès",
    Téléphone: "0639980003",
    Email: "ines.faure@grandval.test",
  });
  await expectAccessible(page);
  await button(hotline, "Enregistrer").click();
  await confirmIn(page, "Création", "Voulez-vous vraiment ajouter l'agent de hotline Inès Faure ?");
  await expect(page.getByText("une invitation lui est envoyée par email")).toBeVisible();
  await resetLink(server.outbox, "ines.faure@grandval.test");

  await button(hotline, "Détails de Inès Faure").click();
  await fillIn(hotline, { Téléphone: "0639980004" });
  await button(hotline, "Enregistrer").click();
  await confirmIn(page, "Modification", "Voulez-vous vraiment modifier l'agent de hotline");
  await expect(hotline.getByRole("link", { name: "06 39 98 00 04" })).toHaveAttribute(
    "href",
    "tel:0639980004",
  );

  await button(hotline, "Détails de Inès Faure").click();
  await button(hotline, "Supprimer").click();
  await confirmIn(page, "Suppression", "Son compte demeure.");
  await expect(hotline.getByRole("row", { name: /Inès Faure/ })).toHaveCount(0);
  await expectAccessible(page);
});

test.describe("avec une session", () => {
  test.use({ account: "gestionnaire" });

  test("qui dirige ailleurs ne se modifie pas, mais peut perdre son rôle ici", async ({
    page,
    request,
  }) => {
    await makeTechnicianOfGrandval(request, accounts.littoral);
    await page.goto("/mon-equipe");
    const technicians = block(page, "Mainteneurs");
    const row = technicians.getByRole("row").filter({ hasText: accounts.littoral });
    await row.getByRole("button", { name: /^Détails/ }).click();
    await fillIn(technicians, { Prénom: "Thibault" });
    await button(technicians, "Enregistrer").click();
    const modal = page.getByRole("dialog", { name: "Modification" });
    await modal.getByRole("button", { name: "Confirmer" }).click();
    await expect(modal.getByRole("alert")).toContainText("Accès refusé.");
    await modal.getByRole("button", { name: "Retour" }).click();
    await expect(technicians.getByRole("textbox", { name: "Prénom" })).toHaveValue("Thibault");

    await button(technicians, "Supprimer").click();
    await confirmIn(page, "Suppression", "Ce rôle lui est retiré dès maintenant.");
    await expect(row).toHaveCount(0);
  });
});

/** Gives the manager of another operator a role at this one, through the API as an administrator. */
async function makeTechnicianOfGrandval(request: APIRequestContext, email: string): Promise<void> {
  const signedIn = await request.post("/api/compte/connexion", {
    data: { username: accounts.admin, password },
  });
  const headers = { Authorization: `Bearer ${(await signedIn.json()).token}` };
  const managers = await request.get(
    `/api/admin/gestionnaires/exploitant/${operators.littoral.id}`,
    { headers },
  );
  const { id } = (await managers.json()).find((one: { email: string }) => one.email === email);
  const granted = await request.post(`/api/admin/utilisateur/${id}/role`, {
    headers,
    data: { exploitant: operators.grandval.id, role: "Mainteneur" },
  });
  expect(granted.ok()).toBe(true);
}

for (const [account, part] of [
  ["hotline", "Hotline"],
  ["mainteneur", "Mainteneurs"],
] as const) {
  test.describe(`${account}, au téléphone`, () => {
    test.use({ account, viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

    test("lit ses collègues et les référents, sans rien pouvoir changer", async ({ page }) => {
      await page.goto("/mon-equipe");
      await expect(block(page, part).getByRole("link", { name: /^06/ })).toBeVisible();
      await expect(block(page, "Référents exploitation")).toBeVisible();
      await expect(page.getByRole("main").getByRole("region")).toHaveCount(2);
      await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
      await expectAccessible(page);
    });
  });
}
