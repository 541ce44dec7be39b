import type { Page } from "@playwright/test";
import { login } from "../support/accounts.ts";
import { expectAccessible } from "../support/axe.ts";
import { callers, type Json } from "../support/callers.ts";
import { expect, test } from "../support/fixtures.ts";
import { block, button } from "../support/sections.ts";
import { operatorEntries, title, visit } from "../support/shell.ts";

test.use({ serverName: "a-traiter" });

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

test("le gestionnaire va de l'accueil à la page, puis au paiement en échec", async ({ page }) => {
  await login(page, "gestionnaire");
  await page.getByRole("link", { name: "Consigne, accueil" }).click();
  const summary = block(page, "À traiter");
  await expect(
    summary.getByRole("link", { name: /^Paiements en échec \d+ paiements/ }),
  ).toBeVisible();
  await expectAccessible(page);

  await summary.getByRole("link", { name: /^Paiements en échec/ }).click();
  await expect(page).toHaveURL("/a-traiter#paiements");
  await expect(title(page)).toHaveText("À traiter");
  const failed = block(page, "Paiements en échec");
  await expect(failed).toBeInViewport();
  await expect(failed.getByRole("link", { name: /ERREUR PERSISTANTE/ }).first()).toBeVisible();
  await expectAccessible(page);

  // The same number as in the menu.
  const total = /(\d+)\séléments/.exec((await main(page).textContent()) ?? "")?.[1];
  await expect(entry(page)).toContainText(`${total} en attente`);

  await failed
    .getByRole("link", { name: /ERREUR PERSISTANTE/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/liste-paiements-exploitant\?paiement=\d+$/);
  await expect(title(page)).toHaveText("Liste des paiements");
  await page.goBack();
  await expect(failed).toBeVisible();
});

/** Where three payments stand together that can be cancelled: others are still tried again, and the order depends on the day. */
function threeGivenUp(lines: string[]): number {
  const from = lines.findIndex((_, i) =>
    [0, 1, 2].every((n) => lines[i + n]?.includes("ERREUR PERSISTANTE")),
  );
  if (from < 0) throw new Error("no three payments in a row were given up");
  return from;
}

test.describe("la hotline", () => {
  test.use({ account: "hotline" });

  test("libère un casier au temps dépassé, qui n'est plus à traiter", async ({ page, server }) => {
    const place = await overstay(server.url);
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
  });

  test("voit un espace complet et les cartes à renouveler", async ({ page, server }) => {
    const place = await fillSpace(server.url);
    await page.goto("/a-traiter");
    const card = block(page, "Cartes à renouveler").getByRole("link").first();
    await expect(card).toContainText(/\*{4} \d{4}, expiration\s: \d\d\/\d\d/);
    await expect(card).toContainText("Expire bientôt");
    await block(page, "Espaces complets").getByRole("link", { name: place }).click();
    await expect(title(page)).toHaveText("Gestion de la station");
    const space = page.getByRole("region", { name: place.split(", ")[1], exact: true });
    await expect(space).toBeInViewport();
    await expect(space).toContainText("Occupé");

    await page.goBack();
    await card.click();
    await expect(page).toHaveURL(/\/gestion-utilisateurs-exploitant\/\d+\/details$/);
    await expect(title(page)).toHaveText("Gestion d'un utilisateur");
  });
});

test.describe("le mainteneur", () => {
  test.use({ account: "mainteneur" });

  test("voit les casiers et rien des cartes, et la palette l'y mène", async ({ page }) => {
    await page.goto("/tb-stations");
    await expect(entry(page)).toContainText(/\d+ en attente/);
    await page.keyboard.press("Control+k");
    await page.getByRole("textbox", { name: /^Aller à/ }).fill("traiter");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/a-traiter");
    await expect(block(page, "Paiements en échec")).toBeVisible();
    await expect(block(page, "Cartes à renouveler")).toHaveCount(0);
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
    await expectAccessible(page);
  });
});

test.describe("sur un téléphone", () => {
  test.use({ account: "gestionnaire", viewport: { width: 390, height: 844 }, hasTouch: true });

  test("l'accueil et la page tiennent dans la largeur", async ({ page }) => {
    await visit(page, ["/", "/a-traiter"], async () => {
      await expect(main(page).getByText("Paiements en échec", { exact: true })).toBeVisible();
      const wider = () => document.documentElement.scrollWidth - window.innerWidth;
      expect(await page.evaluate(wider)).toBeLessThanOrEqual(0);
      await expectAccessible(page);
    });
  });
});

test.describe("les tâches en échec", () => {
  // A task is parked after an hour of failures: the answers are simulated here, and the API's own tests cover the real
  // ones.
  const task = (id: number) => ({
    genre: id === 12 ? "echeance" : "paiement",
    id,
    exploitant: { id: 2, nom: "Vélostation du Littoral" },
    ...(id === 12 ? { idUtilisateur: 41 } : { idPaiement: id }),
    depuis: "2026-11-20T14:28:00+01:00",
    derniereTentative: "2026-11-20T15:30:00+01:00",
    tentatives: 8,
    cause: id === 12 ? "panique" : "erreur",
  });
  const TASKS = "**/api/admin/taches-en-echec";
  const parked = (page: Page) => block(page, "Tâches en échec");

  test.describe("chez un administrateur", () => {
    test.use({ account: "admin" });

    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      test(`se relancent et s'abandonnent, à ${viewport.width} px`, async ({ page }) => {
        await page.setViewportSize(viewport);
        const lists = [[task(12), task(13)], [task(13)], []].map((items) => ({
          json: { total: items.length, items },
        }));
        let acts = 0;
        await page.route(TASKS, (route) => route.fulfill(lists[acts]));
        await page.route(`${TASKS}/*/*/*`, (route) => {
          acts += 1;
          return route.fulfill(lists[acts]);
        });
        await page.goto("/a-traiter");
        await expect(parked(page)).toContainText("Échéance d'un abonnement, n°\u00a012");
        await expect(parked(page)).toContainText("Vélostation du Littoral");
        const wider = () => document.documentElement.scrollWidth - window.innerWidth;
        expect(await page.evaluate(wider)).toBeLessThanOrEqual(0);
        await expectAccessible(page);

        const confirm = page.getByRole("dialog").getByRole("button", { name: "Confirmer" });
        await parked(page)
          .getByRole("button", { name: /^Relancer, Échéance/ })
          .click();
        await expectAccessible(page);
        await confirm.click();
        await expect(page.getByText("La tâche va être tentée de nouveau.")).toBeVisible();
        await parked(page)
          .getByRole("button", { name: /^Abandonner, Présentation/ })
          .click();
        await confirm.click();
        await expect(parked(page)).toHaveCount(0);
      });
    }
  });

  test.describe("chez un gestionnaire", () => {
    test.use({ account: "gestionnaire" });

    test("ne sont pas demandées", async ({ page }) => {
      let called = false;
      await page.route(TASKS, (route) => {
        called = true;
        return route.continue();
      });
      await page.goto("/a-traiter");
      await expect(block(page, "Paiements en échec")).toBeVisible();
      await expect(parked(page)).toHaveCount(0);
      expect(called).toBe(false);
    });
  });
});

test.describe("la hotline", () => {
  test.use({ account: "hotline" });

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

  test("présente de nouveau plusieurs paiements en une fois", async ({ page }) => {
    await page.goto("/a-traiter");
    // Those that are still tried again cannot be presented by hand; which stand first depends on the day.
    const boxes = block(page, "Paiements en échec")
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
