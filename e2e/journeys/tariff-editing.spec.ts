import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { chevron, onPhone, title } from "../support/shell.ts";

test.use({ serverName: "tariff-editing" });

const TARIFF = "Casier vélo et trottinette, à l'heure";

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const button = (within: Page | Locator, name: string) =>
  within.getByRole("button", { name, exact: true });

/** Opens the page of the tariff with that label, found through the API, and returns its URL. */
async function openTariff(page: Page, titled: string): Promise<string> {
  const list = page.waitForResponse(/tarif-pour-exploitant/);
  await page.goto("/gestion-tarifs");
  const tariffs = (await (await list).json()) as { id: number; libelle: string }[];
  const id = tariffs.find(({ libelle }) => libelle === TARIFF)?.id;
  await page.goto(`/gestion-tarifs/${id}/details`);
  await expect(title(page)).toHaveText(titled);
  await expect(page.getByRole("main")).toContainText(TARIFF);
  return page.url();
}

async function accept(page: Page, window: string, question: string): Promise<void> {
  const modal = page.getByRole("dialog", { name: window });
  await expect(modal).toContainText(question);
  await button(modal, "Confirmer").click();
  await expect(modal).toBeHidden();
}

test.describe("le gestionnaire", () => {
  test.use({ account: "gestionnaire" });

  test("modifie tout d'une condition tarifaire, puis termine", async ({ page }) => {
    test.slow();
    const address = await openTariff(page, "Modification d'une condition tarifaire");

    // The comparison with the last stays, before anything is saved.
    const comparison = region(page, "Comparer avant d'enregistrer");
    await expect(comparison).toContainText("Changez un montant ou une durée");
    const amount = page.getByRole("textbox", { name: "Montant", exact: true });
    await amount.fill("0,80");
    await expect(comparison).toContainText(/Les \d+ dernières utilisations/);
    await expect(comparison).toContainText(/Différence\+/);
    await expect(comparison.getByRole("row")).toHaveCount(6);
    await expect(comparison.locator("[aria-busy=true]")).toHaveCount(0);
    await expect(comparison).toContainText("les utilisations en cours ou terminées gardent");
    await expectAccessible(page);

    // A period that crosses midnight.
    await button(page, "Ajouter une plage horaire").click();
    const range = region(page, "Nouvelle plage horaire");
    await button(range, "Enregistrer").click();
    await expect(range).toContainText("Veuillez renseigner le libellé de la plage horaire");
    await range.getByLabel("Libellé de la plage horaire").fill("Nuits de semaine");
    for (const day of ["Lundi", "Mardi", "Mercredi", "Jeudi", "Vendredi"])
      await range.getByText(day, { exact: true }).click();
    await range.getByLabel("Date de début", { exact: true }).fill("1/12/2026");
    await range.getByLabel("Heure de début").fill("20");
    await range.getByLabel("Heure de fin").fill("7");
    await range.getByLabel("Heure de fin").blur();
    await expect(range.getByLabel("Heure de début")).toHaveValue("20:00");
    await expect(range).toContainText(
      "Du lundi au vendredi, de 20h00 à 07h00 le lendemain, à partir du 01-12-2026.",
    );
    await button(range, "Choisir dans un calendrier\u00a0: Date de fin").click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await button(range, "Enregistrer").click();
    const row = page.getByRole("row", { name: /Nuits de semaine/ });
    await expect(row).toContainText("De 20h00 à 07h00 le lendemain");

    // One more station, with all its lockers except those that are filtered out.
    await button(page, "Ajouter une station").click();
    const added = region(page, "Nouvelle station");
    await added.getByRole("combobox", { name: "Station" }).fill("chavant");
    await page.getByRole("option", { name: /Chavant/ }).click();
    await added.getByRole("checkbox", { name: /^Tout sélectionner/ }).check();
    await expectAccessible(page);
    await button(added, "Enregistrer").click();
    await expect(page.getByText(/^Le tarif s'applique à .*Chavant/)).toBeVisible();

    // Fewer lockers at a station that already had them.
    await chevron(page, "Place Victor Hugo").click();
    const lockers = region(page, "Détails de Place Victor Hugo");
    await lockers.getByText(/^Trottinette \(/).click();
    await lockers.getByRole("checkbox", { name: /^Tout sélectionner/ }).uncheck();
    await expect(lockers.getByText("12 casiers choisis sur 20")).toBeVisible();
    await expectAccessible(page);
    await button(lockers, "Enregistrer").click();
    await expect(page.getByRole("row", { name: /GRV-003/ })).toContainText("12 casiers");

    // A whole domain.
    const beneficiaries = region(page, "Limitation à certains usagers");
    await beneficiaries.getByRole("textbox", { name: "Emails" }).fill("*@grandval.test\nfaux@");
    await button(beneficiaries, "Enregistrer").click();
    await expect(beneficiaries).toContainText("Veuillez cocher l'une des deux cases");
    await beneficiaries.getByRole("checkbox", { name: "Ajouter" }).check();
    await button(beneficiaries, "Enregistrer").click();
    await expect(beneficiaries).toContainText("Au moins un des emails saisis n'est pas valide");
    await beneficiaries.getByRole("textbox", { name: "Emails" }).fill("*@grandval.test");
    await button(beneficiaries, "Enregistrer").click();
    await expect(beneficiaries.getByRole("listitem")).toContainText("*@grandval.test");
    await onPhone(page, () => expect(beneficiaries).toBeVisible());

    // An unsaved change of the price is asked about when the page is left.
    await page.getByRole("link", { name: /^Retour à la liste/ }).click();
    const question = page.getByRole("dialog", { name: "Annulation" });
    await button(question, "Retour").click();
    await expect(amount).toHaveValue("0,80");
    await button(page, "Terminer").click();
    await expect(page).toHaveURL("/gestion-tarifs");
    await expect(
      page.getByText(`La condition tarifaire « ${TARIFF} » est enregistrée.`),
    ).toBeVisible();

    await page.goto(address);
    await expect(amount).toHaveValue("0,80");
    await chevron(page, "Nuits de semaine").click();
    await button(page, "Supprimer").click();
    await accept(
      page,
      "Suppression",
      "Voulez-vous vraiment supprimer la plage horaire Nuits de semaine ?",
    );
    await expect(chevron(page, "Nuits de semaine")).toHaveCount(0);
    await expect(button(page, "Ajouter une plage horaire")).toBeFocused();
    await button(page, "Terminer").click();
    await expect(page).toHaveURL("/gestion-tarifs");
  });

  test("crée pour toutes les stations, puis enregistre toute la page en une fois", async ({
    page,
  }) => {
    test.slow();
    await page.goto("/creation-tarif");
    await page.getByRole("button", { name: /^Forfait de nuit/ }).click();
    await page.getByRole("switch", { name: /^Appliquer à toutes mes stations/ }).click();
    await expect(page.getByRole("checkbox", { name: /^Toutes les stations/ })).toBeChecked();
    await expectAccessible(page);
    await button(page, "Enregistrer").click();
    await accept(page, "Création", "ajouter la condition tarifaire Forfait de nuit");
    await expect(title(page)).toHaveText("Modification d'une condition tarifaire");
    await expect(page.getByRole("main")).toContainText(
      "S'applique aussi aux casiers créés plus tard",
    );

    // Three parts are typed, and saved by one bar.
    const bar = region(page, "Modifications non enregistrées");
    await page.getByRole("textbox", { name: "Montant", exact: true }).fill("2,50");
    await button(page, "Ajouter une plage horaire").click();
    await page.getByLabel("Libellé de la plage horaire").fill("Midi");
    const beneficiaries = region(page, "Limitation à certains usagers");
    const emails = beneficiaries.getByRole("textbox", { name: "Emails" });
    await emails.fill('"Durand, Zoé" <zoe@d.test>; ZOE@d.test; faux@');
    await expect(beneficiaries).toContainText("1 email reconnu");
    await button(beneficiaries, "Ne garder que les emails valides").click();
    await beneficiaries.getByRole("checkbox", { name: "Ajouter" }).check();
    await expect(bar).toContainText("Informations et prix, Plage horaire, Usagers");
    await expectAccessible(page);
    await button(bar, "Enregistrer toutes les modifications").click();
    await expect(bar).toBeHidden();
    await expect(chevron(page, "Midi")).toBeVisible();
    await expect(beneficiaries.getByRole("listitem")).toContainText("zoe@d.test");

    await button(beneficiaries, "Ouvrir à tous les usagers").click();
    await accept(page, "Ouverture à tous les usagers", "ouvrir ce tarif à tous les usagers");
    await expect(beneficiaries).toContainText("Ce tarif est ouvert à tous les usagers.");

    // Which tariff wins when.
    const week = region(page, "Calendrier de la semaine");
    await button(week, "Afficher le calendrier").click();
    await expect(week.getByRole("table").first()).toContainText(/Lundi \d\d\/\d\d\/\d{4}/);
    await expectAccessible(page);
    await onPhone(page, async () => {
      await expect(week.getByRole("list").first()).toContainText("Lundi");
      await expectAccessible(page);
    });
  });
});
