import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import type { Download, Page } from "@playwright/test";
import { accounts, password } from "../support/accounts.ts";
import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { readMails } from "../support/mail.ts";
import { title } from "../support/shell.ts";

test.use({ serverName: "recus" });

const run = promisify(execFile);

const LIST = "/liste-paiements-exploitant";
const details = (page: Page) => page.getByRole("dialog", { name: "Détails du paiement" });
const documents = (page: Page) => details(page).getByRole("region", { name: "Documents" });
const receipt = (page: Page) =>
  documents(page).getByRole("button", { name: /^Reçu GRV-\d{4}-\d{6}/ });
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
const onPhone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** Calls the API as the manager of Grandval. */
async function asManager<T>(url: string, path: string, change?: object): Promise<T> {
  const headers = { "Content-Type": "application/json" };
  const session = await fetch(`${url}/api/compte/connexion`, {
    method: "POST",
    headers,
    body: JSON.stringify({ username: accounts.gestionnaire, password }),
  });
  const { token } = (await session.json()) as { token: string };
  const answer = await fetch(`${url}/api/admin${path}`, {
    headers: { ...headers, Authorization: `Bearer ${token}` },
    ...(change && { method: "PATCH", body: JSON.stringify(change) }),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as T;
}

interface Payment {
  id: number;
  email: string;
}

/** Returns the first payment of Grandval with a status, and with what else is asked of it. */
async function paymentIn(url: string, status: string, also = ""): Promise<Payment> {
  const path = `/paiements/exploitant/1?filterTests=1&paymentStatus=${status}&itemsPerPage=10${also}`;
  const { items } = await asManager<{ items: Payment[] }>(url, path);
  const [found] = items;
  if (!found) throw new Error(`no payment in ${status}`);
  return found;
}

/** Marks a payment as paid, and opens its details. */
async function openSettled(page: Page, url: string) {
  const payment = await paymentIn(url, "PERMANENT_ERROR");
  const paid = { type: "Chèque", commentaire: "Réglé au guichet." };
  await asManager(url, `/paiement/${payment.id}/manual`, paid);
  await page.goto(`${LIST}?paiement=${payment.id}`);
  await expect(receipt(page)).toBeVisible();
  return payment;
}

async function contentOf(download: Promise<Download>) {
  const file = await download;
  const bytes = await readFile(await file.path());
  return { name: file.suggestedFilename(), start: bytes.subarray(0, 4).toString("latin1") };
}

test.describe("un gestionnaire", () => {
  test.use({ account: "gestionnaire" });

  test("marque un paiement comme payé, voit venir son reçu, l'ouvre et l'envoie", async ({
    page,
    server,
  }) => {
    const { id, email } = await paymentIn(server.url, "PERMANENT_ERROR");
    await page.goto(`${LIST}?paiement=${id}`);
    const markAsPaid = page.getByRole("dialog").getByRole("button", { name: "Marquer comme payé" });
    await markAsPaid.click();
    await page.getByLabel(/^Mode de paiement/).selectOption("Chèque");
    await page.getByLabel(/^Commentaire/).fill("Réglé à l'accueil.");
    await markAsPaid.click();
    await expect(receipt(page)).toBeVisible();
    await expect(documents(page)).toContainText("Un reçu atteste ce qui a été encaissé");
    await expect(documents(page)).not.toContainText("en préparation");
    await expectAccessible(page);

    const number = /GRV-\d{4}-\d{6}/.exec(await receipt(page).innerText())?.[0] ?? "";
    const download = page.waitForEvent("download");
    await receipt(page).focus();
    await page.keyboard.press("Enter");
    expect(await contentOf(download)).toEqual({ name: `${number}.pdf`, start: "%PDF" });

    const send = documents(page).getByRole("button", { name: "Envoyer le reçu" });
    await send.click();
    const question = page.getByRole("dialog", { name: "Envoyer le reçu" });
    await expect(question).toContainText(`Le reçu ${number} sera envoyé à ${email}.`);
    await expectAccessible(page);
    await question.getByRole("button", { name: "Envoyer", exact: true }).click();
    await expect(page.getByText(`Le reçu ${number} va être envoyé à ${email}.`)).toBeVisible();
    await expect(send).toBeFocused();
    await expect
      .poll(
        async () =>
          (await readMails(server.outbox)).filter(
            (mail) =>
              mail.includes(email) &&
              mail.includes("application/pdf") &&
              mail.includes(`${number}.pdf`),
          ).length,
        { message: "a mail with the receipt attached", timeout: 15_000 },
      )
      .toBe(1);
  });

  test("rembourse un paiement, voit venir son avoir et l'ouvre", async ({ page, server }) => {
    const recent = new Date(Date.now() - 20 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
    const { id } = await paymentIn(server.url, "PAID", `&dateStartPayment=${recent}&costMin=100`);
    await page.goto(`${LIST}?paiement=${id}`);
    await expect(receipt(page)).toBeVisible();
    const refund = page.getByRole("dialog").getByRole("button", { name: "Rembourser" });
    await refund.click();
    await page.getByLabel(/^Montant à rembourser/).fill("1,00");
    await page.getByLabel(/^Commentaire/).fill("Porte bloquée une heure.");
    await refund.click();
    const note = documents(page).getByRole("button", { name: /^Avoir GRV-A\d{4}-\d{6}/ });
    await expect(note).toBeVisible({ timeout: 20_000 });
    await expect(documents(page).getByRole("listitem").last()).toContainText(/−1,00\s€/);
    await expectAccessible(page);

    const number = /GRV-A\d{4}-\d{6}/.exec(await note.innerText())?.[0] ?? "";
    const download = page.waitForEvent("download");
    await note.click();
    expect(await contentOf(download)).toEqual({ name: `${number}.pdf`, start: "%PDF" });
    const { stdout } = await run("pdftotext", [await (await download).path(), "-"]);
    const receiptNumber = /GRV-\d{4}-\d{6}/.exec(await receipt(page).innerText())?.[0];
    expect(stdout).toContain(`${number} sur le reçu n° ${receiptNumber}`);
    expect(stdout).toMatch(/Remboursement de l’(utilisation|abonnement)/);
    expect(stdout).toMatch(/Total remboursé TTC\s+1,00\s€/);
  });

  test("ne trouve pas de reçu sur un paiement d'avant, et le lit", async ({ page, server }) => {
    // The last months of the demonstration have their documents.
    const before = new Date(Date.now() - 130 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
    const from = "2020-01-01";
    const span = `&dateStartPayment=${from}&dateEndPayment=${before}`;
    const { id } = await paymentIn(server.url, "PAID", span);
    await page.goto(`${LIST}?paiement=${id}`);
    await expect(documents(page)).toContainText("Ce paiement n'a pas de reçu");
    await expect(documents(page).getByRole("button")).toHaveCount(0);
  });

  test("télécharge les reçus du mois", async ({ page, server }) => {
    await openSettled(page, server.url);
    await page.goto(LIST);
    await page.getByRole("button", { name: "Reçus du mois" }).click();
    const month = page.getByRole("dialog", { name: "Reçus et avoirs du mois" });
    await expect(month.getByLabel("Mois", { exact: true })).toBeFocused();
    await expectAccessible(page);
    const download = page.waitForEvent("download");
    await month.getByRole("button", { name: "Télécharger" }).click();
    const { name, start } = await contentOf(download);
    expect(name).toMatch(/^documents-\d{4}-\d{2}\.zip$/);
    expect(start.slice(0, 2)).toBe("PK");
    await expect(month).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Reçus du mois" })).toBeFocused();
  });

  test("lit l'attestation de conformité, et l'imprime sans menu", async ({ page }) => {
    await page.goto("/mon-equipe");
    await page.getByRole("link", { name: "Attestation de conformité" }).click();
    await expect(page.getByText("Clé publique des sceaux (Ed25519)")).toBeVisible();
    await expectAccessible(page);
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("region", { name: "Signature de l'éditeur" })).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Menu principal" })).toBeHidden();
    await expect(page.getByRole("link", { name: /^Accessibilité/ })).toBeHidden();
  });
});

test.describe("le gestionnaire d'un exploitant qui ne publie pas ses données", () => {
  test.use({ account: "littoral" });

  test("trouve sur l'attestation le lien qui seul ouvre les sceaux", async ({ page }) => {
    await page.goto("/");
    await expect(title(page)).toHaveText("Mes stations"); // of the one operator, which is chosen by then
    await page.goto("/attestation");
    const link = page.getByText(/\/api\/ouvert\/sceaux\/2\?jeton=/);
    await expect(link).toBeVisible();
    await expectAccessible(page);
    const address = (await link.textContent()) ?? "";
    const status = async (of: string) => (await page.request.get(of)).status();
    expect(await status(address)).toBe(200);
    expect(await status(address.replace("sceaux/2?", "sceaux/3?"))).toBe(404);
    expect(await status("/api/ouvert/sceaux/2")).toBe(404);
    expect(await status("/api/ouvert/sceaux/1")).toBe(200);
  });
});

test.describe("la hotline", () => {
  test.use({ account: "hotline" });

  test("ouvre et envoie un reçu, mais ne télécharge pas le mois", async ({ page, server }) => {
    await openSettled(page, server.url);
    await expect(documents(page).getByRole("button", { name: "Envoyer le reçu" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Exporter les paiements" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Reçus du mois" })).toHaveCount(0);
  });

  test("n'a pas de lien vers l'attestation, qui lui est refusée", async ({ page }) => {
    await page.goto("/mon-equipe");
    await expect(title(page)).toHaveText("Mon équipe");
    await expect(page.getByRole("link", { name: "Attestation de conformité" })).toHaveCount(0);
    await page.goto("/attestation");
    await expect(page.getByText(/^Accès refusé/).first()).toBeVisible();
    await expect(page.getByText("Clé publique des sceaux (Ed25519)")).toHaveCount(0);
  });
});

test.describe("un mainteneur", () => {
  test.use({ account: "mainteneur" });

  test("lit un reçu comme le paiement, sans pouvoir l'envoyer", async ({ page, server }) => {
    await openSettled(page, server.url);
    await expect(documents(page).getByRole("button", { name: "Envoyer le reçu" })).toHaveCount(0);
  });
});

test.describe("sur un téléphone", () => {
  test.use({ account: "gestionnaire", ...onPhone });

  test("les documents, leur mois et l'attestation tiennent dans la largeur", async ({
    page,
    server,
  }) => {
    await openSettled(page, server.url);
    await expectAccessible(page);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.goto(LIST);
    await page.getByRole("button", { name: "Reçus du mois" }).click();
    await expect(page.getByLabel("Mois", { exact: true })).toBeFocused();
    await expectAccessible(page);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.goto("/attestation");
    await expect(page.getByText("Clé publique des sceaux (Ed25519)")).toBeVisible();
    await expectAccessible(page);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  });
});
