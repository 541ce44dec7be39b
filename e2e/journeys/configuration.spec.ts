import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { chevron, title } from "../support/shell.ts";

test.use({ serverName: "configuration" });

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function accept(page: Page, window: string, question: string): Promise<void> {
  const modal = page.getByRole("dialog", { name: window });
  await expect(modal).toContainText(question);
  await expectAccessible(page);
  await modal.getByRole("button", { name: "Confirmer" }).click();
  await expect(modal).toBeHidden();
}

/** Finds the input itself: a block or a list of suggestions may have the same label. */
const field = (page: Page, label: RegExp) => page.getByLabel(label).and(page.locator("input"));
const fill = (page: Page, label: RegExp, text: string) => field(page, label).fill(text);

test.describe("l'administrateur", () => {
  test.use({ account: "admin" });

  test("crée une station, ses casiers, puis supprime tout", async ({ page }) => {
    test.slow();
    await page.goto("/creation-station");
    await expect(title(page)).toHaveText("Configuration d'une nouvelle station");
    await button(page, "Enregistrer").click();
    await expect(page.getByText("Veuillez renseigner tous les champs")).toHaveCount(1);
    await expectAccessible(page);

    await fill(page, /^Libellé/, "GRV-99");
    await fill(page, /^Nom/, "Halte des Marronniers");
    await fill(page, /^Adresse/, "12 rue des Marronniers");
    await fill(page, /^Code postal/, "3800");
    await fill(page, /^Ville/, "Grenoble");
    await page.getByRole("region", { name: "Carte de la station" }).click();
    await expect(field(page, /^Latitude/)).toHaveValue(/^4\d\.\d{6}$/);
    await fill(page, /^Latitude/, "45.19");
    await fill(page, /^Longitude/, "5.71");
    await button(page, "Enregistrer").click();
    await expect(page.getByText("Le format du code postal n'est pas correct")).toBeVisible();
    await fill(page, /^Code postal/, "38000");
    await button(page, "Enregistrer").click();
    await accept(
      page,
      "Création",
      "Voulez-vous vraiment ajouter la station Halte des Marronniers ?",
    );
    await expect(page).toHaveURL(/\/gestion-stations\/\d+\/details$/);
    await expect(title(page)).toHaveText("Configuration de la station");
    await expect(page.getByText("Cette station n'a pas encore de casier.")).toBeVisible();

    await button(page, "Ajouter un casier").click();
    await fill(page, /^Code casier/, "M10");
    await fill(page, /^Nom de la carte/, "Carte 1");
    await fill(page, /^Ports de la carte/, "1,2");
    await button(page, "Enregistrer").click();
    await accept(page, "Création", "Voulez-vous vraiment ajouter le casier M10 ?");
    await expect(chevron(page, "M10")).toBeVisible();

    await chevron(page, "M10").click();
    await fill(page, /^Informations/, "près de l'entrée");
    await fill(page, /^Accessoires casier/, "prise; abri");
    await button(page, "Enregistrer").click();
    await accept(page, "Modification", "Voulez-vous vraiment modifier le casier M10 ?");
    await expect(page.getByRole("row", { name: /M10/ })).toContainText("prise, abri");

    await button(page, "Importer des casiers").click();
    const rows = page.getByLabel("Lignes à importer");
    await rows.fill("nom;type;carte;ports\nM2;Trottinette;Carte 1;3\nM11;Vélo;Carte 1;trois");
    await button(page, "Vérifier").click();
    await expect(page.getByRole("row", { name: /^2 / })).toContainText(
      "Le format des ports de la carte n'est pas correct",
    );
    await expect(button(page, "Importer")).toBeDisabled();
    await expectAccessible(page);
    await button(page, "Retour").click();
    await rows.fill("nom;type;carte;ports\nM2;Trottinette;Carte 1;3\nM11;Vélo;Carte 1;4");
    await button(page, "Vérifier").click();
    await button(page, "Importer").click();
    await expect(page.getByText("2 casiers sont importés.")).toBeVisible();
    await expect(page.getByRole("rowheader")).toHaveText(["M2", "M10", "M11"]);
    await expectAccessible(page);

    await chevron(page, "M11").click();
    await button(page, "Supprimer").click();
    await accept(page, "Suppression", "Voulez-vous vraiment supprimer le casier M11 ?");
    await expect(chevron(page, "M11")).toHaveCount(0);

    await button(page, "Supprimer la station").click();
    await accept(
      page,
      "Suppression",
      "Voulez-vous vraiment supprimer la station Halte des Marronniers ?",
    );
    await expect(page).toHaveURL("/gestion-stations");
    await expect(chevron(page, "Place Victor Hugo")).toBeVisible();
    await expect(chevron(page, "Halte des Marronniers")).toHaveCount(0);
  });
});

test.describe("le gestionnaire", () => {
  test.use({ account: "gestionnaire" });

  test("décrit une station, ce que dit le fichier national, et modifie un casier", async ({
    page,
    request,
  }) => {
    const published = async () => {
      const file = await request.get("/api/ouvert/stationnement-cyclable.csv?exploitant=1");
      const line = (await file.text()).split("\n").find((row) => row.includes("Meylan mairie"));
      return line ?? "";
    };
    expect(await published()).toContain(",38229,");
    await page.goto("/gestion-stations");
    await page.getByRole("link", { name: "Modifier Meylan mairie" }).click();
    const facts = page.getByRole("region", { name: "Données ouvertes" });
    await expect(facts).toContainText("Aucun équipement");
    await expectAccessible(page);

    await button(page, "Modifier").click();
    await fill(page, /^Code commune/, "3822");
    await button(page, "Enregistrer").click();
    await expect(field(page, /^Code commune/)).toHaveAccessibleDescription(
      /Le format du code commune n'est pas correct/,
    );
    await expectAccessible(page);
    await fill(page, /^Code commune/, "38229");
    await fill(page, /^Propriétaire/, "Ville de Meylan");
    await page.getByLabel("Mobilier").selectOption("Râtelier");
    await page.getByLabel("Éclairée la nuit").selectOption("Non renseigné");
    await button(page, "Enregistrer").click();
    await accept(page, "Modification", "Voulez-vous vraiment modifier la station Meylan mairie ?");
    await expect(facts).toContainText("Râtelier");
    await expect(facts).toContainText("Ville de Meylan");
    await expect.poll(published).toMatch(/,38229,.*,RATELIER,.*,true,false,,.*,Ville de Meylan,/);

    // Nothing that is typed is lost unasked.
    await page.getByRole("link", { name: /^Retour/ }).click();
    await page.getByRole("link", { name: "Modifier Place Victor Hugo" }).click();
    await expect(title(page)).toHaveText("Configuration de la station");
    const first = page.getByRole("button", { name: /^Détails de/ }).first();
    await first.click();
    await fill(page, /^Informations/, "sous l'auvent");

    await page.getByRole("link", { name: /^Retour/ }).click();
    const modal = page.getByRole("dialog", { name: "Annulation" });
    await expect(modal).toContainText("Voulez-vous vraiment annuler les modifications en cours ?");
    await modal.getByRole("button", { name: "Retour" }).click();
    await expect(field(page, /^Informations/)).toHaveValue("sous l'auvent");

    await button(page, "Enregistrer").click();
    await accept(page, "Modification", "Voulez-vous vraiment modifier le casier");
    await expect(page.getByRole("cell", { name: "sous l'auvent" })).toBeVisible();

    await page.getByRole("link", { name: /^Retour/ }).click();
    await expect(page).toHaveURL("/gestion-stations");
  });
});
