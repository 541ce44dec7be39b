import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { operators } from "../support/accounts.ts";
import { expectAccessible } from "../support/axe.ts";
import { adminOf } from "../support/callers.ts";
import { expect, test } from "../support/fixtures.ts";
import { adminEntries, onPhone, operatorEntries, title } from "../support/shell.ts";

test.use({ serverName: "payments" });

const LIST = "/liste-paiements-exploitant";
const details = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string) => details(page).getByRole("button", { name });
const rows = (page: Page) => page.getByRole("row", { name: /xxxxx/ });
const count = (page: Page) => page.getByText(/^(\d+ à \d+ sur )?[\d\s]+ résultats?$/);

/** Returns the total of the list, from « 1 à 10 sur 1 234 résultats ». */
async function total(page: Page): Promise<number> {
  const text = await count(page).innerText();
  return Number(/([\d\s]+) résultat/.exec(text)?.[1]?.replace(/\s/g, ""));
}

interface Payment {
  id: number;
  uuidReservation: string;
  montant: number;
  /** What an administrator may do with it. */
  actions: string[];
  paiementDetail: { paiementPresentation: { carte: { pan: string } | null }[] };
}

/** Reports whether the last card used is one that the simulator accepts. */
const hasGoodCard = ({ paiementDetail }: Payment) =>
  paiementDetail.paiementPresentation.at(-1)?.carte?.pan.endsWith("4242");

type List = { items: Payment[]; total: number };

/** Returns Grandval's payments with a status, from the API: the first page, and how many there are. */
async function listIn(url: string, status: string): Promise<List> {
  const admin = await adminOf(url);
  const path = `/admin/paiements/exploitant/1?filterTests=1&paymentStatus=${status}`;
  return (await admin("GET", path)).body as unknown as List;
}

const paymentsIn = async (url: string, status: string) => (await listIn(url, status)).items;
const totalIn = async (url: string, status: string) => (await listIn(url, status)).total;

/**
 * Opens the details of a payment with that status which allows an action, the first one unless `at` says otherwise; each
 * journey uses another payment.
 */
async function openOne(page: Page, url: string, status: string, action: string, at = 0) {
  const payment = (await paymentsIn(url, status)).filter((p) => p.actions.includes(action))[at];
  if (!payment) throw new Error(`no payment in ${status} that one can ${action}`);
  await page.goto(`${LIST}?paiement=${payment.id}`);
  await expect(details(page).getByRole("region", { name: "Historique" })).toBeVisible();
  return payment;
}

test.describe("un gestionnaire", () => {
  test.use({ account: "gestionnaire" });

  test("cherche, filtre et lit ce que demande un paiement", async ({ page }) => {
    await page.goto("/tb-stations");
    await operatorEntries(page).filter({ hasText: "Liste des paiements" }).click();
    await expect(title(page)).toHaveText("Liste des paiements");
    // What a person follows comes first; the plain address shows all, with what they add up to.
    await expect(page).toHaveURL(`${LIST}?suivi=a-suivre`);
    await expect(page.getByRole("button", { name: "À suivre", exact: true })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await expect(page.getByText(/résultats?, .+ encaissés?, .+ dus?$/)).toBeVisible();
    await page.getByRole("button", { name: "Tous", exact: true }).click();
    await expect(page).toHaveURL(LIST);
    await expect(rows(page)).toHaveCount(10);

    await page.getByRole("button", { name: "Filtrer" }).click();
    const modal = page.getByRole("dialog", { name: "Filtres liste des paiements" });
    await expect(modal.getByText("Exclure les utilisations de test")).toHaveCount(0);
    await expectAccessible(page);
    await modal.getByRole("checkbox", { name: "ERREUR PERSISTANTE" }).check();
    await modal.getByLabel("Stations", { exact: true }).first().click();
    await page.getByRole("option", { name: "Gare centrale", exact: true }).click();
    await page.keyboard.press("Escape");
    await expect(modal).toBeVisible();
    await modal.getByLabel("Utilisation terminée jusqu'au", { exact: true }).fill("31/12/2099");
    await modal.getByLabel("Coût minimal, en euros").fill("0,10");
    await modal.getByRole("button", { name: "Filtrer" }).click();
    await expect(page).toHaveURL(
      `${LIST}?finAu=2099-12-31&coutMin=10&statut=PERMANENT_ERROR&stations=1`,
    );
    await expect(page.getByText("Station : Gare centrale")).toBeVisible();
    const narrowed = await total(page);

    await page.getByRole("button", { name: /^Retirer le filtre Station/ }).click();
    await expect(page).toHaveURL(`${LIST}?finAu=2099-12-31&coutMin=10&statut=PERMANENT_ERROR`);
    await expect.poll(() => total(page)).toBeGreaterThan(narrowed);
    for (const row of await rows(page).all()) {
      await expect(row).toContainText("ERREUR PERSISTANTE");
    }

    await rows(page)
      .first()
      .getByRole("button", { name: /^Détails/ })
      .click();
    await expect(page).toHaveURL(/&ligne=\d+$/);
    await expect(page.getByRole("region", { name: "Tarification" })).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await page.getByRole("button", { name: "Détails du paiement" }).click();
    await expect(details(page).getByRole("listitem")).toHaveCount(4);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Détails du paiement" })).toBeFocused();

    // On a phone the list becomes cards.
    await onPhone(page, async () => {
      await expect(page.getByRole("list", { name: /^Liste des paiements/ })).toBeVisible();
      await page.getByRole("button", { name: "Filtrer" }).click();
      await expect(modal).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Détails du paiement" }).click();
      await button(page, "Annuler le paiement").click();
      await expectAccessible(page);
    });
  });

  test("rembourse en deux fois, pas plus que le paiement, et rend gratuite une utilisation en cours", async ({
    page,
    server,
  }) => {
    const { montant } = await openOne(page, server.url, "PAID", "rembourser");
    await button(page, "Rembourser").click();
    const amount = page.getByLabel(/^Montant à rembourser/);
    await amount.fill(String(montant / 100 + 1));
    await page.getByLabel(/^Commentaire/).fill("Porte bloquée.");
    await button(page, "Rembourser").click();
    await expect(page.getByText(/^Le montant à rembourser doit être compris/)).toBeVisible();
    await amount.fill("0,10");
    await button(page, "Rembourser").click();
    await expect(page.getByText("Le remboursement est demandé.")).toBeVisible();
    await expect(details(page)).toContainText("REMBOURSÉ");
    await expect(details(page)).toContainText("0,10 €");

    await button(page, "Rembourser").click();
    await page.getByLabel(/^Commentaire/).fill("Le reste aussi.");
    await button(page, "Rembourser").click();
    await expect(details(page).getByText("REMBOURSÉ", { exact: true })).toHaveCount(2);
    await expect(button(page, "Rembourser")).toHaveCount(0);
    await expect(details(page)).toContainText("PAYÉ");

    await page.goto(`${LIST}?statut=RUNNING`);
    await rows(page)
      .first()
      .getByRole("button", { name: /^Détails/ })
      .click();
    await page.getByRole("button", { name: "Ne pas faire payer" }).click();
    const modal = page.getByRole("dialog", { name: "Ne pas faire payer" });
    await expectAccessible(page);
    await modal.getByRole("button", { name: "Confirmer" }).click();
    await expect(page.getByText("L'occupation est maintenant gratuite !")).toBeVisible();
  });

  test("choisit une vue, en enregistre une et la supprime", async ({ page, server }) => {
    const view = (name: string) =>
      page
        .getByRole("navigation", { name: "Vues de la liste" })
        .getByRole("button", { name, exact: true });
    await page.goto(LIST);
    await view("À traiter").click();
    await expect(page).toHaveURL(/statut=PERMANENT_ERROR&statut=INVALID_PAYMENT/);
    await expect(view("À traiter")).toHaveAttribute("aria-pressed", "true");
    const failed = await Promise.all(
      ["PERMANENT_ERROR", "INVALID_PAYMENT"].map((status) => totalIn(server.url, status)),
    );
    await expect.poll(() => total(page)).toBe(failed.reduce((sum, n) => sum + n, 0));

    await page.goto(`${LIST}?remboursement=en_attente`);
    await expect(rows(page).first()).toContainText(/Remboursement en attente\s:/);
    await expect(rows(page).filter({ hasText: /dont .* remboursé/ })).toHaveCount(0);
    await view("Enregistrer la vue").click();
    await page.getByLabel(/^Nom de la vue/).fill("Ce qui attend");
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await expect(view("Ce qui attend")).toHaveAttribute("aria-pressed", "true");
    await page.reload();
    await view("Tous").click();
    await expect(page).toHaveURL(new RegExp(`${LIST}$`));
    await view("Ce qui attend").click();
    await expect(page).toHaveURL(/remboursement=en_attente$/);
    await view("Supprimer la vue Ce qui attend").click();
    await page.getByRole("button", { name: "Confirmer" }).click();
    await expect(view("Ce qui attend")).toHaveCount(0);
  });
});

test.describe("un administrateur", () => {
  test.use({ account: "admin" });

  test("génère un ordre de paiement et le voit encaissé, puis en trouve un autre par la palette", async ({
    page,
    server,
  }) => {
    const [renewed] = (await paymentsIn(server.url, "PERMANENT_ERROR")).filter(hasGoodCard);
    await page.goto(`/liste-paiements?paiement=${renewed?.id}`);
    await button(page, "Générer un ordre de paiement").click();
    await page.getByLabel(/^Commentaire/).fill("La carte a été renouvelée.");
    await button(page, "Générer un ordre de paiement").click();
    await expect(page.getByText("L'ordre de paiement est généré.")).toBeVisible();
    await expect(details(page).getByRole("listitem").nth(4)).toContainText("PAYÉ");
    await expect(details(page).getByRole("listitem").nth(4)).toContainText("5e présentation");
    await expect(button(page, "Rembourser")).toBeVisible();
    await expectAccessible(page);

    const [payment] = await paymentsIn(server.url, "MANUAL");
    await page.goto("/");
    await expect(title(page)).toHaveText("Accueil");
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog");
    await palette.getByRole("textbox").fill(payment?.uuidReservation.slice(0, 7) ?? "");
    await expect(palette.getByText(/^Paiement d(e |')/)).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`/liste-paiements?paiement=${payment?.id}`);
    await expect(details(page)).toContainText(payment?.uuidReservation ?? "");

    await page.goto("/gestion-utilisateurs?recherche=sabrina+marty");
    await page.getByRole("link", { name: "Gérer Sabrina Marty" }).click();
    await page
      .getByRole("button", { name: /^Détails de l'utilisation/ })
      .first()
      .click();
    await page.getByRole("link", { name: "Détails du paiement" }).click();
    await expect(page).toHaveURL(/\/liste-paiements\?paiement=\d+$/);
    await expect(details(page)).toContainText("Sabrina Marty");
  });

  test("exporte ce que montre la liste et rien d'autre, ou tout, ou renonce", async ({ page }) => {
    await page.goto("/");
    await adminEntries(page).filter({ hasText: "Liste des paiements" }).click();
    await expect(
      page.getByRole("main").getByText("Tous les exploitants", { exact: true }),
    ).toBeVisible();
    await expect(page.getByRole("banner")).toContainText("Tous les exploitants");
    await expect(page.getByRole("columnheader", { name: "Exploitant" })).toBeVisible();
    await page.getByRole("button", { name: "Tous", exact: true }).click();
    await page.getByRole("button", { name: "Filtrer" }).click();
    const modal = page.getByRole("dialog", { name: "Filtres liste des paiements" });
    await modal.getByLabel("Exploitant", { exact: true }).selectOption(operators.littoral.nom);
    await modal.getByRole("checkbox", { name: "MANUEL" }).check();
    await modal.getByRole("checkbox", { name: "ANNULÉ" }).check();
    await modal.getByRole("checkbox", { name: "Exclure les utilisations de test" }).uncheck();
    await modal.getByRole("button", { name: "Filtrer" }).click();
    await expect(page).toHaveURL(
      "/liste-paiements?statut=CANCELLED&statut=MANUAL&exploitant=2&tests=inclus",
    );
    await expect(page.getByText("Utilisations de test : incluses")).toBeVisible();
    await expect(rows(page).first()).toContainText(/MANUEL|ANNULÉ/);
    const shown = await total(page);
    expect(shown).toBeGreaterThan(0);

    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Exporter les paiements" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe("export_paiements.csv");
    const text = await readFile(await file.path(), "utf8");
    expect(text.startsWith("\uFEFFNom;Prénom;Email;Date de paiement;Identifiant;")).toBe(true);
    const lines = text.trimEnd().split("\r\n").slice(1);
    expect(lines).toHaveLength(shown);
    for (const line of lines) expect(line).toMatch(/;(MANUEL|ANNULÉ);/);
    await expect(page.getByText(`L'export est terminé : ${shown} paiement`)).toBeVisible();

    // All of it, whose progress shows; or it is given up.
    await page.goto("/liste-paiements");
    await expect(rows(page)).toHaveCount(10);
    const progress = page.getByRole("region", { name: "Export des paiements" });
    // The file never arrives, so that the export can be cancelled.
    await page.route("**/api/admin/paiements/exportation/**", () => undefined);
    await page.getByRole("button", { name: "Exporter les paiements" }).click();
    await expect(progress).toContainText(/^Export en cours0 sur [\d\s]+ paiements · 0,0\sMo/);
    await expectAccessible(page);
    await progress.getByRole("button", { name: "Annuler l'export" }).click();
    await expect(progress).toHaveCount(0);

    await page.unrouteAll();
    const everything = await total(page);
    const whole = page.waitForEvent("download");
    await page.getByRole("button", { name: "Exporter les paiements" }).click();
    const all = await readFile(await (await whole).path(), "utf8");
    expect(all.trimEnd().split("\r\n")).toHaveLength(everything + 1);
  });
});

test.describe("la hotline", () => {
  test.use({ account: "hotline" });

  test("annule, mais ne rembourse pas", async ({ page, server }) => {
    await openOne(page, server.url, "PAID", "rembourser", 1);
    await expect(button(page, "Rembourser")).toHaveCount(0);
    await openOne(page, server.url, "PERMANENT_ERROR", "annuler", 1);
    await expect(button(page, "Marquer comme payé")).toBeVisible();
    await expect(button(page, "Générer un ordre de paiement")).toBeVisible();
    await button(page, "Annuler le paiement").click();
    await button(page, "Annuler le paiement").click();
    await expect(page.getByText("Le commentaire est obligatoire.")).toBeVisible();
    await page.getByLabel(/^Commentaire/).fill("Geste commercial.");
    await button(page, "Annuler le paiement").click();
    await expect(page.getByText("Le paiement est annulé.")).toBeVisible();
    await expect(details(page)).toContainText("ANNULÉ");
  });
});
