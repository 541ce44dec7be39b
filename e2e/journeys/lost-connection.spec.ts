import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { button } from "../support/sections.ts";
import { title } from "../support/shell.ts";

test.use({ serverName: "lost-connection", account: "admin" });

const banner = (page: Page) => page.getByRole("status").filter({ hasText: "Hors connexion" });
const soon = { timeout: 3_000 };

test("sans réseau, une écriture échoue aussitôt, garde la saisie et n'est jamais envoyée plus tard", async ({
  page,
  context,
}) => {
  await page.goto("/gestion-stations/1/details");
  await button(page.getByRole("main"), "Modifier").first().click();
  const name = page.getByLabel("Nom *");
  const before = await name.inputValue();
  await name.fill("Halte du Vallon");
  const writes: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT") writes.push(request.url());
  });

  await context.setOffline(true);
  await expect(banner(page)).toBeVisible(soon);
  await expectAccessible(page);
  await button(page.getByRole("main"), "Enregistrer").click();
  const dialog = page.getByRole("dialog", { name: "Modification" });
  await button(dialog, "Confirmer").click();
  await expect(dialog.getByRole("alert")).toContainText("Le serveur ne répond pas", {
    timeout: 1_000,
  });
  await button(dialog, "Retour").click();
  await expect(name).toHaveValue("Halte du Vallon");

  await context.setOffline(false);
  await expect(banner(page)).toBeHidden(soon);
  await expect(name).toHaveValue("Halte du Vallon");
  expect(writes).toEqual([]);
  await button(page.getByRole("main"), "Annuler").click();
  await expect(page.getByRole("main")).toContainText(before);

  // A search without an answer does not say that it has found nothing.
  await page.getByRole("link", { name: "Liste des paiements" }).last().click();
  await page.getByRole("button", { name: "Tous", exact: true }).click();
  await expect(page.getByRole("main").getByRole("row").nth(1)).toBeVisible();
  await context.setOffline(true);
  await page.getByLabel("Chercher par nom, email ou identifiant").fill("martin");
  await expect(page.getByRole("main").getByRole("alert")).toContainText("Le serveur ne répond pas");
  await expect(page.getByText("Aucun paiement")).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
});

test("un serveur qui s'arrête se voit sans qu'on touche à rien, et tout revient avec lui", async ({
  page,
  server,
}) => {
  const following = page.waitForResponse((response) => response.url().endsWith("/api/admin/flux"));
  await page.goto("/tb-stations/1/details");
  await expect(title(page)).toHaveText("Gestion de la station");
  await following;
  await server.down();
  await expect(banner(page)).toBeVisible(soon);
  await expect(page.getByRole("main").getByRole("row").nth(1)).toBeVisible();

  const address = page.url();
  await page.getByRole("link", { name: "Gestion des tarifs" }).click();
  // The code of this page was never loaded.
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "Cette page n'a pas pu être chargée.",
  );
  await expect(button(page.getByRole("main"), "Réessayer")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Menu principal" })).toBeVisible();
  expect(page.url()).not.toBe(address);

  await server.up();
  await expect(banner(page)).toBeHidden({ timeout: 5_000 });
  await expect(title(page)).toHaveText("Gestion des conditions tarifaires");
  await expect(page.getByRole("main").getByRole("row").nth(1)).toBeVisible();

  // A navigation that waits shows at once. A page may show its title before its request is intercepted.
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/api\/admin\/station\/exploitant/, async (route) => {
    await answered;
    await route.continue();
  });
  await page.getByRole("link", { name: "Gestion des stations" }).click();
  await expect(page.getByRole("progressbar", { name: "Chargement de la page" })).toBeVisible();
  await expect(title(page)).toHaveText("Gestion des stations");
  answer();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
});
