import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../support/axe.ts";
import { callers } from "../support/callers.ts";
import { test as base, expect } from "../support/fixtures.ts";
import { isSignedWith, type Receiver, startReceiver } from "../support/receiver.ts";
import { block, button, confirmIn, fillIn } from "../support/sections.ts";
import { onPhone, title } from "../support/shell.ts";

const NAME = "Entrepôt de données";

/** The receiver is on this machine, which the server calls only if it is told to. */
const test = base.extend<{ receiver: Receiver }>({
  server: async ({ start }, use) => {
    const server = await start({ CONSIGNE_WEBHOOK_PRIVATE: "1" });
    await use(server);
    await server.stop();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern.
  receiver: async ({}, use) => {
    const receiver = await startReceiver();
    await use(receiver);
    await receiver.stop();
  },
});

test.use({ account: "admin" });

/** Copies the secret that is shown, and closes its dialog. */
async function takeSecret(page: Page): Promise<string> {
  const modal = page.getByRole("dialog", { name: "Secret de signature" });
  const secret = await modal.getByText(/^whsec_/).innerText();
  await expectAccessible(page);
  await button(modal, "J'ai conservé le secret").click();
  await expect(modal).toBeHidden();
  return secret;
}

/** The rows of an event; an open one has another below it. */
const rows = (log: Locator, event: RegExp) =>
  log
    .getByRole("row", { name: event })
    .filter({ has: log.page().getByRole("button", { name: /^Détails de/ }) });

const delivered = (log: Locator) => rows(log, /Essai/).filter({ hasText: "Livrée" });

test("une notification s'ajoute, s'essaie, se renvoie, change de secret et se supprime", async ({
  page,
  server,
  receiver,
}) => {
  test.slow();
  await page.goto("/gestion-exploitants/1/details");
  const list = block(page, "Notifications sortantes");
  await expect(list).toContainText("Rien n'est envoyé à un autre système.");
  await button(list, "Ajouter une notification").click();
  await button(list, "Enregistrer").click();
  await expect(list.getByRole("alert")).toHaveCount(3);
  await expect(list.getByRole("textbox", { name: "Libellé" })).toBeFocused();
  await fillIn(list, { Libellé: NAME, Adresse: "ftp://entrepot.test/" });
  // Events of the demonstration's own stays and terms would fail beside the one below, and delay it.
  await button(list, "Tout cocher").click();
  await button(list, "Tout décocher").click();
  for (const name of [/^Casier mis en service/, /^Casier mis hors service/]) {
    await list.getByRole("checkbox", { name }).check();
  }
  await button(list, "Enregistrer").click();
  await expect(list.getByRole("alert")).toHaveText("L'adresse commence par https://");
  await fillIn(list, { Adresse: "https://compte:secret@entrepot.test/" });
  await button(list, "Enregistrer").click();
  await confirmIn(page, "Création", `Voulez-vous vraiment ajouter la notification ${NAME} ?`);
  await expect(list.getByRole("alert")).toContainText("sans nom d'utilisateur");
  await expectAccessible(page);
  await fillIn(list, { Adresse: `${receiver.url}/evenements` });
  await button(list, "Enregistrer").click();
  await confirmIn(page, "Création", NAME);
  const secret = await takeSecret(page);
  await expect(title(page)).toHaveText("Notification sortante");
  await expect(title(page)).toBeFocused();

  const log = block(page, "Journal des livraisons");
  await expect(log).toContainText("Rien n'a encore été envoyé.");
  await button(page.getByRole("main"), "Envoyer un essai").click();
  await expect(delivered(log)).toContainText(/200 en/);
  await expect(log.getByRole("region", { name: "Contenu envoyé" })).toContainText("consigne.test");
  await expect(log.getByRole("region", { name: "Tentatives" })).toContainText("Réponse 200");
  await expectAccessible(page);
  expect(receiver.received).toHaveLength(1);
  expect(receiver.received.every((one) => isSignedWith(secret, one))).toBe(true);

  // What happens is told too, to a receiver that fails: twice within seconds, then in five minutes.
  receiver.answerWith(503);
  const { admin } = await callers(server.url);
  await admin("PATCH", "/admin/casier/1/switch-actif");
  const failed = rows(log, /Casier mis (hors|en) service/);
  await expect(failed).toContainText("En attente", { timeout: 20_000 });
  await expect(failed).toContainText(/503 en/);
  await failed.getByRole("button").click();
  const attempts = log.getByRole("region", { name: "Tentatives" });
  await expect(attempts.getByText("Réponse 503")).toHaveCount(2, { timeout: 20_000 });
  await expect(attempts).toContainText("Prochaine tentative");
  await expect(page.getByRole("link", { name: "Voir le casier" })).toBeVisible();
  await expectAccessible(page);

  await log.getByLabel("État").selectOption("En attente");
  await expect(page).toHaveURL(/etat=en_attente/);
  await expect(delivered(log)).toHaveCount(0);
  await log.getByLabel("État").selectOption("Tous les états");
  receiver.answerWith(204);
  await button(log, "Renvoyer").click();
  const question = page.getByRole("dialog", { name: "Renvoyer" });
  await button(question, "Renvoyer").click();
  await expect(failed).toContainText("Livrée", { timeout: 20_000 });
  const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect(new Set(ids).size).toBe(2);

  await onPhone(page, async () => {
    await expect(log.getByRole("listitem").filter({ hasText: /Casier mis/ })).toContainText(
      "Livrée",
    );
    await expectAccessible(page);
  });

  await button(page.getByRole("main"), "Remplacer le secret").click();
  const replacing = page.getByRole("dialog", { name: "Remplacer le secret" });
  await expect(replacing).toContainText("signe encore pendant 24 heures");
  await button(replacing, "Remplacer").click();
  const next = await takeSecret(page);
  expect(next).not.toBe(secret);
  await expect(button(page.getByRole("main"), "Remplacer le secret")).toBeFocused();
  await expect(block(page, "Secret et signature")).toContainText("signe encore jusqu'au");
  await button(page.getByRole("main"), "Envoyer un essai").click();
  await expect(delivered(log)).toHaveCount(2);
  const last = receiver.received.at(-1);
  for (const known of [secret, next]) expect(last && isSignedWith(known, last)).toBe(true);

  await button(page.getByRole("main"), "Supprimer").click();
  await confirmIn(page, "Suppression", `Voulez-vous vraiment supprimer la notification ${NAME} ?`);
  await expect(title(page)).toHaveText("Configuration de l'exploitant");
  await expect(list).toContainText("Rien n'est envoyé à un autre système.");
});
