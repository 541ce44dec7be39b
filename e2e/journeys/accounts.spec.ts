import type { Page } from "@playwright/test";
import { operators } from "../support/accounts.ts";
import { expectAccessible } from "../support/axe.ts";
import { callers } from "../support/callers.ts";
import { expect, test } from "../support/fixtures.ts";
import { adminEntries, onPhone, operatorEntries, title } from "../support/shell.ts";

test.use({ serverName: "accounts" });

const search = (page: Page) =>
  page.getByRole("searchbox", { name: "Chercher par nom ou par email" });
const block = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const row = (page: Page, name: string | RegExp) => page.getByRole("row", { name });

/** Creates an account without stays, through the field API. */
async function newcomer(url: string, nom: string): Promise<number> {
  const { field } = await callers(url);
  const email = `${nom.toLowerCase()}@exemple.test`;
  const account = { email, nom, prenom: "Zoé", telephone: "+33612345678" };
  const { status, body } = await field("POST", "/terrain/utilisateurs", account);
  expect(status).toBe(201);
  return Number(body.id);
}

test.describe("un administrateur", () => {
  test.use({ account: "admin" });

  test("cherche sans accents, filtre et tourne les pages dans l'adresse", async ({ page }) => {
    await page.goto("/");
    await adminEntries(page).filter({ hasText: "Gestion des utilisateurs" }).click();
    await expect(title(page)).toHaveText("Liste des utilisateurs");
    await expect(page.getByText(/^1 à 10 sur \d+ résultats$/)).toBeVisible();

    await page.getByRole("button", { name: "Page suivante" }).click();
    await expect(page).toHaveURL("/gestion-utilisateurs?page=2");
    await expect(page.getByText(/^11 à 20 sur/)).toBeVisible();

    await search(page).fill("HELENE march");
    await expect(page).toHaveURL("/gestion-utilisateurs?recherche=HELENE+march");
    await expect(page.getByText("1 résultat", { exact: true })).toBeVisible();
    await expect(row(page, /Marchand Hélène/)).toContainText("Administrateur");

    await search(page).fill("");
    await expect(page).toHaveURL("/gestion-utilisateurs");
    await page.getByRole("button", { name: "Filtrer" }).click();
    const modal = page.getByRole("dialog", { name: "Filtres liste des utilisateurs" });
    await modal.getByLabel("Exploitant").selectOption(operators.grandval.nom);
    await modal.getByRole("checkbox", { name: "Hotline" }).check();
    await expectAccessible(page);
    await modal.getByRole("button", { name: "Filtrer" }).click();
    await expect(page).toHaveURL("/gestion-utilisateurs?role=Hotline&exploitant=1");
    await expect(row(page, /Benali Nadia/)).toContainText("Hotline");
    await expect(row(page, /Delmas/)).toHaveCount(0);

    await page.getByRole("link", { name: "Gérer Nadia Benali" }).click();
    await expect(title(page)).toHaveText("Gestion d'un utilisateur");
    await page.goBack();
    await expect(row(page, /Benali Nadia/)).toBeVisible();
    await page.getByRole("link", { name: "Gérer Nadia Benali" }).click();
    await page.getByRole("link", { name: /^Retour/ }).click();
    await expect(page).toHaveURL("/gestion-utilisateurs?role=Hotline&exploitant=1");

    await page.getByRole("button", { name: /^Retirer le filtre Rôle/ }).click();
    await expect(page).toHaveURL("/gestion-utilisateurs?exploitant=1");
    await expect(page.getByText(/^1 à 10 sur/)).toBeVisible();

    // By the palette too.
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog");
    await palette.getByRole("textbox").fill("benali");
    await expect(palette.getByText("Nadia Benali")).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/^.*\/gestion-utilisateurs\/\d+\/details$/);

    // Nobody acts on their own account.
    await page.goto("/gestion-utilisateurs/1/details");
    await expect(block(page, "Statut")).toContainText("Administrateur");
    await expect(block(page, "Identité").getByRole("button")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Supprimer l'utilisateur" })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Donner un rôle" })).toHaveCount(0);
  });

  test("ouvre une utilisation, et lit ce qu'elle coûte", async ({ page }) => {
    await page.goto("/gestion-utilisateurs?recherche=sabrina+marty");
    await page.getByRole("link", { name: "Gérer Sabrina Marty" }).click();
    await expect(block(page, "Identité")).toContainText("sabrina.marty@exemple.test");
    await expect(block(page, "Informations bancaires")).toContainText(/\*{4} \d{4}.*\d\d\/\d\d/);
    const stays = block(page, "Utilisations");
    await stays
      .getByRole("button", { name: /^Détails de l'utilisation/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\?utilisation=\d+$/);
    for (const card of ["Usager", "Utilisation", "Tarification", "Statut de paiement"]) {
      await expect(stays.getByRole("region", { name: card, exact: true })).toBeVisible();
    }
    await expectAccessible(page);
    await onPhone(page, () =>
      expect(stays.getByRole("region", { name: "Tarification" })).toBeVisible(),
    );
    await page.reload();
    await expect(stays.getByRole("region", { name: "Tarification" })).toBeVisible();
  });

  test("bannit et rétablit, donne et retire un rôle, exporte, anonymise puis supprime", async ({
    page,
    server,
  }) => {
    const id = await newcomer(server.url, "Bannissable");
    await page.goto(`/gestion-utilisateurs/${id}/details`);
    const identity = block(page, "Identité");
    await expect(identity).toContainText("06 12 34 56 78");
    await expect(block(page, "Statut")).toContainText("Aucun rôle");
    await identity.getByRole("button", { name: "Bannir" }).click();
    const modal = page.getByRole("dialog", { name: "Bannissement" });
    await expect(modal.getByRole("button", { name: "Retour" })).toBeFocused();
    await expectAccessible(page);
    await modal.getByRole("button", { name: "Confirmer" }).click();
    await expect(identity).toContainText("Banni");
    await identity.getByRole("button", { name: "Réactiver" }).click();
    await page
      .getByRole("dialog", { name: "Réactivation" })
      .getByRole("button", { name: "Confirmer" })
      .click();
    await expect(identity).toContainText("Actif");

    const status = block(page, "Statut");
    await status.getByRole("button", { name: "Donner un rôle" }).click();
    await status.getByLabel(/^Exploitant/).selectOption(operators.littoral.nom);
    await status.getByLabel(/^Rôle/).selectOption("Mainteneur");
    await expectAccessible(page);
    await status.getByRole("button", { name: "Ajouter" }).click();
    await page
      .getByRole("dialog", { name: "Nouveau rôle" })
      .getByRole("button", { name: "Confirmer" })
      .click();
    await expect(status.getByRole("heading", { name: operators.littoral.nom })).toBeVisible();
    await expect(status.getByRole("button", { name: "Donner un rôle" })).toBeFocused();

    await status.getByRole("button", { name: /^Retirer le rôle Mainteneur/ }).click();
    await page
      .getByRole("dialog", { name: "Retrait d'un rôle" })
      .getByRole("button", { name: "Confirmer" })
      .click();
    await expect(status).toContainText("Aucun rôle");

    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Exporter les données" }).click();
    expect((await download).suggestedFilename()).toBe(`utilisateur-${id}.json`);

    await page.getByRole("button", { name: "Anonymiser" }).click();
    const erasure = page.getByRole("dialog", { name: "Anonymisation" });
    await expect(erasure.getByRole("button", { name: "Confirmer" })).toBeDisabled();
    await erasure.getByRole("checkbox").check();
    await expectAccessible(page);
    await erasure.getByRole("button", { name: "Confirmer" }).click();
    await expect(identity).toContainText("Utilisateur anonymisé");
    await expect(identity.getByRole("button")).toHaveCount(0);
    await expect(page.getByText("Bannissable")).toHaveCount(0);

    await page.getByRole("button", { name: "Supprimer l'utilisateur" }).click();
    await page
      .getByRole("dialog", { name: "Suppression" })
      .getByRole("button", { name: "Confirmer" })
      .click();
    await expect(page).toHaveURL("/gestion-utilisateurs");
  });
});

test.describe("un gestionnaire", () => {
  test.use({ account: "gestionnaire" });

  test("ne voit que ses usagers, et ne supprime que de simples usagers", async ({ page }) => {
    await page.goto("/tb-stations");
    await operatorEntries(page).filter({ hasText: "Mes usagers" }).click();
    await expect(page).toHaveURL("/gestion-utilisateurs-exploitant");
    await expect(page.getByText(operators.grandval.nom).first()).toBeVisible();
    await search(page).fill("guérin");
    await expect(
      page.getByText("Aucun utilisateur ne correspond à votre recherche."),
    ).toBeVisible();

    await search(page).fill("benali nadia");
    await page.getByRole("link", { name: "Gérer Nadia Benali" }).click();
    await expect(block(page, "Statut")).toContainText("Hotline");
    await expect(page.getByRole("button", { name: "Supprimer l'utilisateur" })).toHaveCount(0);

    await page.goto("/gestion-utilisateurs-exploitant?recherche=sabrina+marty");
    await page.getByRole("link", { name: "Gérer Sabrina Marty" }).click();
    await expect(block(page, "Utilisations").getByRole("row").nth(1)).toBeVisible();
    await expect(page.getByText("Informations bancaires")).toHaveCount(0);
    // A customer of this operator alone: it answers for their data.
    const identity = block(page, "Identité");
    await expect(identity.getByRole("button")).toHaveText(["Exporter les données", "Anonymiser"]);
    const download = page.waitForEvent("download");
    await identity.getByRole("button", { name: "Exporter les données" }).click();
    expect((await download).suggestedFilename()).toMatch(/^utilisateur-\d+\.json$/);
    await identity.getByRole("button", { name: "Anonymiser" }).click();
    const erasure = page.getByRole("dialog", { name: "Anonymisation" });
    await erasure.getByRole("checkbox").check();
    await erasure.getByRole("button", { name: "Confirmer" }).click();
    await expect(erasure).toContainText("Ce compte ne peut être anonymisé");
    await erasure.getByRole("button", { name: "Retour" }).click();
    await page.getByRole("button", { name: "Supprimer l'utilisateur" }).click();
    const modal = page.getByRole("dialog", { name: "Suppression" });
    await expect(modal.getByRole("alert")).toContainText("Ce compte ne peut être supprimé");
    await expect(modal.getByRole("button")).toHaveText(["Fermer"]);
    await modal.getByRole("button", { name: "Fermer" }).click();
    await expect(title(page)).toHaveText("Gestion d'un utilisateur");
  });
});
