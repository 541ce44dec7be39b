import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { adminEntries, title } from "../support/shell.ts";

test.use({ serverName: "security-events", account: "admin" });

const rows = (page: Page) => page.getByRole("row", { name: /Échec de connexion/ });
const panel = (page: Page) => page.getByRole("region", { name: /^Détails de l'événement «/ });

test("un mot de passe faux se voit, se filtre, s'ouvre et s'exporte", async ({
  page,
  request,
  server,
}) => {
  await page.goto("/securite");
  await expect(title(page)).toHaveText("Sécurité");
  const failures = page.getByRole("link", { name: /^Échecs de connexion/ });
  await expect(failures).toHaveText(/0$/);

  for (const username of ["hotline@grandval.test", "personne@grandval.test"]) {
    const answer = await request.post(`${server.url}/api/compte/connexion`, {
      data: { username, password: "un mot de passe faux" },
    });
    expect(answer.status()).toBe(401);
  }
  await adminEntries(page).filter({ hasText: "Gestion des exploitants" }).click();
  await expect(title(page)).toHaveText("Liste des exploitants");
  await page.goto("/securite");
  await expect(failures).toHaveText(/2$/);
  await failures.click();
  await expect(page).toHaveURL(/\/securite\?.*type=connexion\.echec/);
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText("compte inconnu");
  await expect(rows(page).last()).toContainText("mot de passe");

  await page.getByRole("button", { name: "Filtrer" }).click();
  const modal = page.getByRole("dialog", { name: "Filtres de sécurité" });
  await modal.getByLabel("Motif, en entier").fill("mot de passe");
  await modal.getByLabel("Adresse ou réseau").fill("ici");
  await modal.getByRole("button", { name: "Filtrer" }).click();
  await expect(modal.getByText(/^Indiquez une adresse IP/)).toBeVisible();
  await expectAccessible(page);
  await modal.getByLabel("Adresse ou réseau").fill("127.0.0.0/24");
  await modal.getByRole("button", { name: "Filtrer" }).click();
  await expect(rows(page)).toHaveCount(1);

  await page.getByRole("button", { name: /^Détails de l'événement «/ }).click();
  await expect(panel(page)).toContainText("127.0.0.0/24");
  await expectAccessible(page);

  const started = page.waitForEvent("download");
  await page.getByRole("button", { name: "Exporter les événements" }).click();
  const file = await started;
  expect(file.suggestedFilename()).toBe("export_securite.csv");
  const lines = (await readFile(await file.path(), "utf8")).trimEnd().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/;Connexions;Échec de connexion;connexion\.echec;.*;mot de passe;/);

  await panel(page).getByRole("button", { name: "De cette adresse" }).click();
  await expect(page).toHaveURL(/\/securite\?adresse=127\.0\.0\.1$/);
  await expect(rows(page)).toHaveCount(2);
  await page.goBack();
  await expect(page.getByText("Motif : mot de passe")).toBeVisible();
  await expect(panel(page)).toBeVisible();

  // An address without an event says so.
  await page.goto("/securite?adresse=192.0.2.0%2F24");
  await expect(
    page.getByText("Aucun événement de sécurité ne correspond à vos filtres."),
  ).toBeVisible();
  await page.getByRole("button", { name: "Effacer les filtres" }).click();
  await expect(page).toHaveURL("/securite");
});
