import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/axe.ts";
import { callers, type Json } from "../support/callers.ts";
import { expect, test } from "../support/fixtures.ts";
import { block, button } from "../support/sections.ts";
import { operatorEntries, title } from "../support/shell.ts";

test.use({ serverName: "worklist" });

const main = (page: Page) => page.getByRole("main");
const entry = (page: Page) => operatorEntries(page).filter({ hasText: "À traiter" });

/** Creates a customer who left a bike thirty hours ago in a locker with a limit of one day. */
async function overstay(url: string): Promise<string> {
  const { admin, field } = await callers(url);
  const who = { email: "zelie@exemple.test", nom: "Zacharie", prenom: "Zélie", telephone: "" };
  const { body: customer } = await field("POST", "/terrain/utilisateurs", who);
  const debut = new Date(Date.now() - 30 * 3_600_000).toISOString();
  const { body: stations } = await admin("GET", "/admin/station/exploitant/1");
  for (const station of stations as unknown as Json[]) {
    const { body: lockers } = await admin("GET", `/admin/station/${station.id}/casiers`);
    for (const { id, nom, tarifApplique } of lockers as unknown as Json[]) {
      const limit = (tarifApplique as Json | null)?.nombreMinutesAvantDepassement;
      if (limit !== 1440) continue;
      const stay = { idCasier: id, idUtilisateur: customer.id, debut };
      const { status } = await field("POST", "/terrain/occupations", stay);
      if (status === 201) return `${station.nom}, ${nom}`;
    }
  }
  throw new Error("no locker has been free for thirty hours");
}

/** Reports a counted space as full. */
async function fillSpace(url: string): Promise<string> {
  const { admin, field } = await callers(url);
  const { body: stations } = await admin("GET", "/admin/station/exploitant/1");
  const counted = (stations as unknown as Json[]).find(
    ({ stationType, actif }) => stationType === "collec-comptage" && actif,
  );
  const { body: spaces } = await admin("GET", `/admin/station/${counted?.id}/casiers`);
  const space = (spaces as unknown as Json[]).find(({ actif }) => actif);
  const count = {
    connexion: space?.connexionSystemeComptage,
    occupees: space?.nbMaxSpaces,
    instant: new Date().toISOString(),
  };
  expect((await field("POST", "/terrain/comptages", count)).status).toBe(200);
  return `${counted?.nom}, ${space?.nom}`;
}

/** Where three payments stand together that can be cancelled: others are still tried again, and the order depends on the day. */
function threeGivenUp(lines: string[]): number {
  const from = lines.findIndex((_, i) =>
    [0, 1, 2].every((n) => lines[i + n]?.includes("ERREUR PERSISTANTE")),
  );
  if (from < 0) throw new Error(`no three payments in a row were given up: ${lines.join(" | ")}`);
  return from;
}

test.describe("la hotline", () => {
  test.use({ account: "hotline" });

  test("libère un casier au temps dépassé, voit un espace complet et une carte à renouveler", async ({
    page,
    server,
  }) => {
    const place = await overstay(server.url);
    const full = await fillSpace(server.url);
    await page.goto("/a-traiter");
    const line = block(page, "Temps dépassés").getByRole("link", { name: place });
    await expect(line).toContainText("Zélie Zacharie");
    await expect(line).toContainText("Limite passée depuis 6 h");
    await line.click();

    const code = place.split(", ")[1] ?? "";
    const details = page.getByRole("region", { name: `Détails de ${code}`, exact: true });
    await expect(details).toBeInViewport();
    await expect(details).toContainText("Temps limite dépassé");
    await expect(details).toContainText("EN COURS");
    await page.getByRole("button", { name: `Gestion à distance, ${code}`, exact: true }).click();
    const modal = page.getByRole("dialog", { name: "Gestion à distance" });
    await modal.getByRole("button", { name: "Ne pas faire payer" }).click();
    await modal.getByRole("button", { name: "Confirmer" }).click();
    await expect(page.getByText("L'occupation est maintenant gratuite !")).toBeVisible();
    await expect(details).toContainText("GRATUIT");
    await modal.getByRole("button", { name: "Mettre fin à l'utilisation" }).click();
    await modal.getByRole("button", { name: "Confirmer" }).click();
    await expect(modal).toBeHidden();

    await entry(page).click();
    await expect(title(page)).toHaveText("À traiter");
    await expect(main(page)).not.toContainText("Zélie Zacharie");

    const card = block(page, "Cartes à renouveler").getByRole("link").first();
    await expect(card).toContainText(/\*{4} \d{4}, expiration\s: \d\d\/\d\d/);
    await expect(card).toContainText("Expire bientôt");
    await block(page, "Espaces complets").getByRole("link", { name: full }).click();
    await expect(title(page)).toHaveText("Gestion de la station");
    const space = page.getByRole("region", { name: full.split(", ")[1], exact: true });
    await expect(space).toBeInViewport();
    await expect(space).toContainText("Occupé");

    await page.goBack();
    await card.click();
    await expect(page).toHaveURL(/\/gestion-utilisateurs-exploitant\/\d+\/details$/);
    await expect(title(page)).toHaveText("Gestion d'un utilisateur");
  });

  test("travaille une liste d'impayés", async ({ page }) => {
    await page.goto("/a-traiter");
    const unpaid = block(page, "Paiements en échec");
    const boxes = unpaid.getByRole("checkbox", { name: /^Sélectionner le paiement de/ });
    await expect(boxes.nth(2)).toBeVisible();
    const from = threeGivenUp(await unpaid.getByRole("listitem").allTextContents());
    await boxes.nth(from).focus();
    await page.keyboard.press("Space");
    await boxes.nth(from + 2).click({ modifiers: ["Shift"] });
    const bar = page.getByRole("region", { name: "Paiements sélectionnés" });
    await expect(bar.getByRole("status")).toHaveText(/^3\spaiements, [\d,]+\s€$/);
    await expectAccessible(page);
    await bar.getByRole("button", { name: "Annuler les paiements" }).click();
    const modal = page.getByRole("dialog", { name: "Annuler les paiements" });
    await modal.getByLabel(/^Commentaire/).fill("Geste commercial.");
    await modal.getByRole("button", { name: "Annuler les paiements" }).click();
    await expect(page.getByText(/^3\spaiements sont annulés/)).toBeVisible();
    await expect(bar).toBeHidden();

    await boxes.nth(1).check();
    await boxes.nth(2).check();
    await bar.getByRole("button", { name: "Prendre en charge" }).click();
    await expect(page.getByText(/^2\slignes prises en charge/)).toBeVisible();
    await page.getByRole("button", { name: "Les miennes" }).click();
    await expect(unpaid.getByRole("listitem")).toHaveCount(2);
    await expect(main(page)).toContainText(/lignes masquées par les filtres/);
    await page.getByRole("button", { name: "Nature" }).click();
    await page.getByRole("menuitemcheckbox", { name: /^Paiements en échec/ }).click();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Effacer les filtres" }).click();

    const first = unpaid.getByRole("listitem").first();
    await first.getByRole("button", { name: /^Prendre en charge/ }).click();
    await expect(first).toContainText("Pris en charge par vous");
    await first.getByRole("button", { name: /^Suivi de la ligne/ }).click();
    await expect(page.getByRole("menu")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("menuitem", { name: "Reporter à demain" }).click();
    await page.getByRole("button", { name: "Reportés (1)" }).click();
    await expect(unpaid.getByRole("listitem")).toHaveCount(1);
    await expect(unpaid.getByRole("listitem")).toContainText("Reporté au");
    await expectAccessible(page);

    await operatorEntries(page).filter({ hasText: "Journal" }).click();
    await expect(title(page)).toHaveText("Journal");
    await expect(page.getByRole("row", { name: /ligne reportée/ })).toBeVisible();
    await expect(page.getByRole("row", { name: /paiement annulé/i })).toHaveCount(3);
    await expectAccessible(page);
  });
});

test.describe("un gestionnaire", () => {
  test.use({ account: "gestionnaire" });

  test("va de l'accueil au paiement en échec, puis en présente plusieurs en une fois", async ({
    page,
  }) => {
    await page.goto("/");
    const summary = block(page, "À traiter");
    await expect(
      summary.getByRole("link", { name: /^Paiements en échec \d+ paiements/ }),
    ).toBeVisible();
    await summary.getByRole("link", { name: /^Paiements en échec/ }).click();
    await expect(page).toHaveURL("/a-traiter#paiements");
    await expect(title(page)).toHaveText("À traiter");
    const failed = block(page, "Paiements en échec");
    await expect(failed).toBeInViewport();
    // The work that failed is for administrators.
    await expect(block(page, "Tâches en échec")).toHaveCount(0);

    // The same number as in the menu.
    await expect(main(page)).toContainText(/\d+\séléments/);
    const total = /(\d+)\séléments/.exec((await main(page).textContent()) ?? "")?.[1];
    await expect(entry(page)).toContainText(`${total} en attente`);
    const givenUp = failed.getByRole("link", { name: /ERREUR PERSISTANTE/ }).first();
    // It opens beside the list, where the next one follows; « back » closes it, and so does Escape.
    await givenUp.click();
    const panel = page.getByRole("dialog", { name: "Paiements en échec" });
    await expect(panel.getByRole("region", { name: "Historique" })).toBeVisible();
    await expect(page).toHaveURL(/\/a-traiter\?ligne=paiements%3A\d+/);
    await expectAccessible(page);
    const place = await panel.getByText(/^\d+ sur \d+$/).textContent();
    await page.keyboard.press("Alt+ArrowDown");
    await expect(panel.getByText(/^\d+ sur \d+$/)).not.toHaveText(place ?? "");
    await page.goBack();
    await expect(panel).toBeHidden();
    await givenUp.click();
    await expect(panel).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(panel).toBeHidden();
    await expect(givenUp).toBeFocused();

    // Those that are still tried again cannot be presented by hand; which stand first depends on the day.
    const boxes = failed
      .getByRole("listitem")
      .filter({ hasText: "ERREUR PERSISTANTE" })
      .getByRole("checkbox", { name: /^Sélectionner le paiement de/ });
    await boxes.nth(0).check();
    await boxes.nth(1).check();
    const bar = page.getByRole("region", { name: "Paiements sélectionnés" });
    await bar.getByRole("button", { name: "Présenter de nouveau" }).click();
    const modal = page.getByRole("dialog", { name: "Présenter de nouveau" });
    await modal.getByLabel(/^Commentaire/).fill("Carte renouvelée.");
    await modal.getByRole("button", { name: "Présenter de nouveau" }).click();
    // Whether the bank takes both is the simulator's affair: those that stay are named with their reason.
    const told = page.getByRole("status").filter({ hasText: /présentés? de nouveau/ });
    await expect(told.first()).toHaveText(/^[12]\spaiements? (est|sont) présentés? de nouveau/);
    await expectAccessible(page);
    const refused = modal.getByRole("list", { name: "Paiements refusés" });
    if (await refused.isVisible()) {
      await expect(refused).not.toBeEmpty();
      await button(modal, "Fermer").last().click();
      await expect(modal).toBeHidden();
      await expect(bar.getByRole("status")).toHaveText(/^1\spaiement, /);
    }
  });
});

test.describe("un administrateur", () => {
  test.use({ account: "admin" });

  test("trouve sur la page d'une personne sa carte et le journal de son compte", async ({
    page,
  }) => {
    await page.goto("/a-traiter");
    await block(page, "Cartes à renouveler").getByRole("link").first().click();
    await expect(page).toHaveURL(/\/gestion-utilisateurs\/\d+\/details$/);
    await expect(block(page, "Informations bancaires")).toContainText("Expire bientôt");
    await expect(block(page, "Journal")).toBeVisible();
  });
});
