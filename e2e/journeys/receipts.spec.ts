import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import type { Download, Page } from "@playwright/test";
import { expectAccessible } from "../support/axe.ts";
import { callerOf } from "../support/callers.ts";
import { expect, test } from "../support/fixtures.ts";
import { readMails } from "../support/mail.ts";
import { onPhone } from "../support/shell.ts";

test.use({ serverName: "receipts" });

const run = promisify(execFile);

const LIST = "/liste-paiements-exploitant";
const details = (page: Page) => page.getByRole("dialog", { name: "Détails du paiement" });
const documents = (page: Page) => details(page).getByRole("region", { name: "Documents" });
const receipt = (page: Page) =>
  documents(page).getByRole("button", { name: /^Reçu GRV-\d{4}-\d{6}/ });

interface Payment {
  id: number;
  email: string;
  rembourse: number;
}

/** Returns the first payment of Grandval with a status, of which nothing was given back, and with what else is asked of it. */
async function paymentIn(url: string, status: string, also = ""): Promise<Payment> {
  const path = `/paiements/exploitant/1?filterTests=1&paymentStatus=${status}&itemsPerPage=10${also}`;
  const manager = await callerOf(url, "gestionnaire");
  const { items } = (await manager("GET", `/admin${path}`)).body as { items?: Payment[] };
  const found = items?.find(({ rembourse }) => rembourse === 0);
  if (!found) throw new Error(`no payment in ${status}`);
  return found;
}

async function contentOf(download: Promise<Download>) {
  const file = await download;
  const bytes = await readFile(await file.path());
  return { name: file.suggestedFilename(), start: bytes.subarray(0, 4).toString("latin1") };
}

test.describe("un gestionnaire", () => {
  test.use({ account: "gestionnaire" });

  test("marque un paiement comme payé, voit venir son reçu, l'ouvre et l'envoie, puis prend ceux du mois", async ({
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
    await expect(details(page)).toContainText("MANUEL");
    await expect(details(page)).toContainText("Marqué comme payé : Chèque");
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

    await onPhone(page, () => expect(receipt(page)).toBeVisible());
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Reçus du mois" }).click();
    const month = page.getByRole("dialog", { name: "Reçus et avoirs du mois" });
    await expect(month.getByLabel("Mois", { exact: true })).toBeFocused();
    await expectAccessible(page);
    await onPhone(page, () => expect(month).toBeVisible());
    const archive = page.waitForEvent("download");
    await month.getByRole("button", { name: "Télécharger" }).click();
    const { name, start } = await contentOf(archive);
    expect(name).toMatch(/^documents-\d{4}-\d{2}\.zip$/);
    expect(start.slice(0, 2)).toBe("PK");
    await expect(month).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Reçus du mois" })).toBeFocused();
  });

  test("rembourse un paiement, voit venir son avoir et l'ouvre ; un paiement d'avant n'a pas de reçu", async ({
    page,
    server,
  }) => {
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

    const number = /GRV-A\d{4}-\d{6}/.exec(await note.innerText())?.[0] ?? "";
    const download = page.waitForEvent("download");
    await note.click();
    expect(await contentOf(download)).toEqual({ name: `${number}.pdf`, start: "%PDF" });
    const { stdout } = await run("pdftotext", [await (await download).path(), "-"]);
    const receiptNumber = /GRV-\d{4}-\d{6}/.exec(await receipt(page).innerText())?.[0];
    expect(stdout).toContain(`${number} sur le reçu n° ${receiptNumber}`);
    expect(stdout).toMatch(/Remboursement de l’(utilisation|abonnement)/);
    expect(stdout).toMatch(/Total remboursé TTC\s+1,00\s€/);

    // The last months of the demonstration have their documents.
    const before = new Date(Date.now() - 130 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
    const from = "2020-01-01";
    const span = `&dateStartPayment=${from}&dateEndPayment=${before}`;
    const { id: older } = await paymentIn(server.url, "PAID", span);
    await page.goto(`${LIST}?paiement=${older}`);
    await expect(documents(page)).toContainText("Ce paiement n'a pas de reçu");
    await expect(documents(page).getByRole("button")).toHaveCount(0);
  });
});
