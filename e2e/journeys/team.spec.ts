import { accounts, login, operators } from "../support/accounts.ts";
import { expectAccessible } from "../support/axe.ts";
import { adminOf } from "../support/callers.ts";
import { expect, test } from "../support/fixtures.ts";
import { resetLink } from "../support/mail.ts";
import { block, button, confirmIn, fillIn } from "../support/sections.ts";
import { operatorEntries, title } from "../support/shell.ts";

test.use({ serverName: "team" });

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
  await expect(page.getByText("une invitation lui est envoyée par e-mail")).toBeVisible();
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

  // Who manages elsewhere is not changed here, but may lose the role that they have here.
  await makeTechnicianOfGrandval(server.url, accounts.littoral);
  await page.reload();
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

/** Gives the manager of another operator a role at this one, through the API as an administrator. */
async function makeTechnicianOfGrandval(url: string, email: string): Promise<void> {
  const admin = await adminOf(url);
  const managers = await admin("GET", `/admin/gestionnaires/exploitant/${operators.littoral.id}`);
  const people = managers.body as unknown as { id: number; email: string }[];
  const id = people.find((one) => one.email === email)?.id;
  const role = { exploitant: operators.grandval.id, role: "Mainteneur" };
  expect((await admin("POST", `/admin/utilisateur/${id}/role`, role)).status).toBeLessThan(300);
}
