import type { Page } from "@playwright/test";
import { accounts } from "../support/accounts.ts";
import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { readMails, resetLink } from "../support/mail.ts";
import { block, button, confirmIn, fillIn } from "../support/sections.ts";
import { expectFits, onPhone, title } from "../support/shell.ts";

test.use({ serverName: "exploitants", account: "admin" });

const NAME = "Communauté du Haut-Vallon";
const selector = (page: Page) => page.getByRole("combobox", { name: "Exploitants" });

test("un exploitant se crée, se modifie et se supprime", async ({ page }) => {
  test.slow();
  await page.goto("/gestion-exploitants");
  await expect(page.getByRole("row", { name: /Grandval/ })).toContainText("38000 Grenoble");
  await page.getByRole("link", { name: "Ajouter un nouvel exploitant" }).click();

  const main = page.getByRole("main");
  await button(main, "Terminer").click();
  await expect(page.getByText("Veuillez renseigner tous les champs")).toHaveCount(1);
  await expectAccessible(page);
  await fillIn(main, { Nom: NAME, Email: "contact", Adresse: "1 place du Marché" });
  await fillIn(main, { "Code postal": "7400", Ville: "Annecy 2" });
  await button(main, "Terminer").click();
  await expect(page.getByText("Le format de l'email n'est pas correct.")).toBeVisible();
  await expect(page.getByText("Le format du code postal n'est pas correct")).toBeVisible();
  await expect(page.getByText("Le format de la ville n'est pas correct")).toBeVisible();
  await fillIn(main, {
    Email: "contact@haut-vallon.test",
    "Code postal": "74000",
    Ville: "Annecy",
  });
  await button(main, "Terminer").click();
  await confirmIn(page, "Création", `Voulez-vous vraiment ajouter l'exploitant ${NAME} ?`);

  await expect(page).toHaveURL(/\/gestion-exploitants\/\d+\/details$/);
  await expect(title(page)).toHaveText("Configuration de l'exploitant");
  await selector(page).click();
  await expect(page.getByRole("option", { name: NAME })).toBeVisible();
  await page.keyboard.press("Escape");

  const info = block(page, "Informations de l'exploitant");
  await button(info, "Modifier").click();
  await fillIn(info, { "Complément d'adresse": "Bâtiment C", "Identifiant Metabase": "-3" });
  await button(info, "Enregistrer").click();
  await expect(
    page.getByText("L'identifiant Metabase doit être un nombre entier positif"),
  ).toBeVisible();

  await page.getByRole("link", { name: /^Retour/ }).click();
  const left = page.getByRole("dialog", { name: "Annulation" });
  await expect(left).toContainText("Voulez-vous vraiment annuler les modifications en cours ?");
  await left.getByRole("button", { name: "Retour" }).click();

  await fillIn(info, { "Identifiant Metabase": "42" });
  await button(info, "Enregistrer").click();
  await confirmIn(page, "Modification", `Voulez-vous vraiment modifier l'exploitant ${NAME} ?`);
  await expect(info).toContainText("Bâtiment C");
  await expect(info).toContainText("42");

  await page.getByRole("link", { name: /^Retour/ }).click();
  await button(page.getByRole("main"), `Supprimer ${NAME}`).click();
  await confirmIn(page, "Suppression", `Voulez-vous vraiment supprimer l'exploitant ${NAME} ?`);
  await expect(page.getByRole("row", { name: new RegExp(NAME) })).toHaveCount(0);

  // One where a stay is under way remains.
  await button(page.getByRole("main"), "Supprimer Métropole de Grandval").click();
  const modal = page.getByRole("dialog", { name: "Suppression" });
  await expect(modal.getByRole("alert")).toContainText("une utilisation est en cours");
  await expect(modal.getByRole("button")).toHaveText(["Fermer"]);
  await modal.getByRole("button", { name: "Fermer" }).click();
  await expect(page.getByRole("row", { name: /Grandval/ })).toBeVisible();
});

test("l'identité et la TVA d'un exploitant se règlent, avec un aperçu de ses documents", async ({
  page,
}) => {
  await page.goto("/gestion-exploitants/2/details");
  const identity = block(page, "Identité et TVA");
  await expect(identity).toContainText("Vélostation du Littoral SAS");
  await button(identity, "Modifier").click();
  await fillIn(identity, { SIRET: "999 999 022 00019", "Taux de TVA": "5,5" });
  await button(identity, "Enregistrer").click();
  await confirmIn(page, "Modification", "modifier l'identité et la TVA de");
  await expect(identity.getByRole("alert")).toContainText("sa clé de contrôle est fausse");
  await expectAccessible(page);

  // Its documents of the year are numbered already.
  const prefix = await identity
    .getByRole("textbox", { name: "Préfixe des documents" })
    .inputValue();
  await fillIn(identity, { SIRET: "999 999 022 00018", "Préfixe des documents": "velo" });
  await expect(identity.getByRole("figure")).toContainText(/VELO-\d{4}-000001/);
  await button(identity, "Enregistrer").click();
  await confirmIn(page, "Modification", "modifier l'identité et la TVA de");
  await expect(identity.getByRole("alert")).toContainText(/Des documents de \d{4} portent déjà/);

  await fillIn(identity, { "Préfixe des documents": prefix });
  await button(identity, "Enregistrer").click();
  await confirmIn(page, "Modification", "modifier l'identité et la TVA de");
  await expect(button(identity, "Modifier")).toBeVisible();
  await page.reload();
  await expect(identity).toContainText(/5,5\s%/);

  await button(identity, "Modifier").click();
  await fillIn(identity, { "Mention d'exonération": "TVA non applicable, art. 293 B du CGI" });
  await expect(identity.getByRole("textbox", { name: "Taux de TVA" })).toHaveCount(0);
  await button(identity, "Enregistrer").click();
  await confirmIn(page, "Modification", "modifier l'identité et la TVA de");
  await expect(identity).toContainText("Exonéré");
  await page.setViewportSize({ width: 360, height: 740 });
  await button(identity, "Modifier").click();
  await expectFits(page);
});

test("un référent s'ajoute et se modifie ; un gestionnaire nouveau est invité, qui a un compte est refusé", async ({
  page,
  server,
}) => {
  await page.goto("/gestion-exploitants/1/details");
  const contacts = block(page, "Référents exploitation");
  await button(contacts, "Ajouter un référent").click();
  await fillIn(contacts, { Email: "paul" });
  await button(contacts, "Enregistrer").click();
  await expect(contacts.getByText("Veuillez renseigner le champ Nom")).toBeVisible();
  await expect(contacts.getByText("Veuillez renseigner un email valide")).toBeVisible();
  await fillIn(contacts, {
    Nom: "Marchand",
    Prénom: "Paul",
    Fonction: "Responsable d'exploitation",
    Téléphone: "+33 6 39 98 00 01",
    Email: "paul@grandval.test",
  });
  await button(contacts, "Enregistrer").click();
  await confirmIn(page, "Création", "Voulez-vous vraiment ajouter le référent Paul Marchand ?");
  await expect(contacts.getByRole("row", { name: /Paul Marchand/ })).toContainText(
    "Responsable d'exploitation",
  );
  await expect(button(contacts, "Ajouter un référent")).toBeFocused();

  const chevron = button(contacts, "Détails de Paul Marchand");
  await chevron.click();
  await expectAccessible(page);
  await fillIn(contacts, { Fonction: "Directeur" });
  await button(contacts, "Enregistrer").click();
  await confirmIn(
    page,
    "Modification",
    "Voulez-vous vraiment modifier le référent Paul Marchand ?",
  );
  await expect(contacts.getByRole("cell", { name: "Directeur" })).toBeVisible();
  await expect(chevron).toBeFocused();

  await chevron.click();
  await button(contacts, "Supprimer").click();
  await confirmIn(
    page,
    "Suppression",
    "Voulez-vous vraiment supprimer le référent Paul Marchand ?",
  );
  await expect(contacts.getByText("Paul Marchand")).toHaveCount(0);

  const managers = block(page, "Gestionnaires");
  await expect(managers.getByRole("row", { name: /Banni/ })).toHaveCount(1);
  await button(managers, "Ajouter un gestionnaire").click();
  await button(managers, "Enregistrer").click();
  await expect(managers.getByText("Veuillez renseigner tous les champs.")).toHaveCount(1);
  await fillIn(managers, { Nom: "Roy", Prénom: "Alix", Téléphone: "123", Email: "alix" });
  await button(managers, "Enregistrer").click();
  await expect(
    managers.getByText("Le format du numéro de téléphone n'est pas correct."),
  ).toBeVisible();
  await expect(managers.getByText("Le format de l'email n'est pas correct.")).toBeVisible();
  await expect(managers).toContainText("recevra une invitation par e-mail");
  await expectAccessible(page);

  await fillIn(managers, { Téléphone: "06 39 98 00 02", Email: accounts.littoral });
  await button(managers, "Enregistrer").click();
  await confirmIn(page, "Création", "Voulez-vous vraiment ajouter le gestionnaire Alix Roy ?");
  await expect(managers.getByText("Un compte existe déjà avec cette adresse email")).toBeVisible();

  await fillIn(managers, { Email: "alix.roy@grandval.test" });
  await button(managers, "Enregistrer").click();
  await confirmIn(page, "Création", "Voulez-vous vraiment ajouter le gestionnaire Alix Roy ?");
  await expect(managers.getByRole("row", { name: /Alix Roy/ })).toContainText("06 39 98 00 02");
  expect(await resetLink(server.outbox, "alix.roy@grandval.test")).toContain(server.url);
  expect((await readMails(server.outbox)).join()).not.toContain(accounts.littoral);

  await button(managers, "Détails de Alix Roy").click();
  await onPhone(page, () => expect(button(managers, "Supprimer")).toBeVisible());
  await button(managers, "Supprimer").click();
  await confirmIn(page, "Suppression", "Son compte demeure.");
  await expect(managers.getByRole("row", { name: /Alix Roy/ })).toHaveCount(0);
});
