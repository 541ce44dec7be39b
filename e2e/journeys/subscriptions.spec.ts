import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/axe.ts";
import { callers, type Json } from "../support/callers.ts";
import { expect, test } from "../support/fixtures.ts";

test.use({ serverName: "subscriptions", account: "gestionnaire" });

/** Sells the first subscription for everybody to somebody new, and returns their account. */
async function subscriber(
  url: string,
  email: string,
  { debut, card = "sim_acceptee" }: { debut?: Date; card?: string | null } = {},
): Promise<number> {
  const { admin, field } = await callers(url);
  const who = { email, nom: "Abadie", prenom: "Léo", telephone: "" };
  const { body: person } = await field("POST", "/terrain/utilisateurs", who);
  if (card) await field("PUT", `/terrain/utilisateurs/${person.id}/carte`, { jeton: card });
  const { body } = await admin("GET", "/admin/tarif/tarif-pour-exploitant?exploitant=1");
  for (const { id, abonnement } of body as unknown as Json[]) {
    if (!abonnement) continue;
    const bought = { idUtilisateur: person.id, idTarif: id, isReconductible: true, debut };
    const { status } = await field("POST", "/terrain/abonnements", bought);
    if (status === 201) return Number(person.id);
  }
  throw new Error("the demonstration sells no subscription to everybody");
}

/** Makes somebody known, and leaves no place of a subscription, whose label it returns. */
async function soldOut(url: string, email: string): Promise<string> {
  const { admin, field } = await callers(url);
  await field("POST", "/terrain/utilisateurs", { email, nom: "Abadie", prenom: "Nina" });
  const { body: tariffs } = await admin("GET", "/admin/tarif/tarif-pour-exploitant?exploitant=1");
  for (const { id, abonnement, libelle, beneficiaires } of tariffs as unknown as Json[]) {
    if (!abonnement || (beneficiaires as unknown as unknown[] | undefined)?.length) continue;
    const { body: stations } = await admin("GET", `/admin/tarif/${id}/stations`);
    for (const { idStation: station } of stations as unknown as Json[]) {
      const at = `/admin/tarif/${id}/station/${station}`;
      const { body } = await admin("GET", `${at}/casiers-pour-tarif`);
      const lockers = body.casiers as unknown as { id: number; selectionne: boolean }[];
      await admin("PUT", `${at}/modifier-casiers`, {
        idCasiers: lockers.filter(({ selectionne }) => selectionne).map((locker) => locker.id),
        quota: 0,
      });
    }
    return String(libelle);
  }
  throw new Error("the demonstration sells no subscription to everybody");
}

const row = (page: Page) =>
  page.getByRole("region", { name: "Abonnements" }).getByRole("row").nth(1);

test("un abonnement est résilié à son terme, repris, puis résilié aussitôt", async ({
  page,
  server,
}) => {
  const id = await subscriber(server.url, "leo@exemple.test");
  await page.goto(`/gestion-utilisateurs-exploitant/${id}/details`);
  await expect(row(page)).toContainText("En cours");
  await row(page)
    .getByRole("button", { name: /^Détails/ })
    .click();

  await page.getByRole("button", { name: "Résilier" }).click();
  const dialog = page.getByRole("dialog", { name: "Résilier l'abonnement" });
  await expect(dialog).toContainText("reste valable jusqu'au");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Résilier" }).click();
  await expect(row(page)).toContainText("Résilié, jusqu'au");

  await page.getByRole("button", { name: "Reprendre" }).click();
  const question = page.getByRole("dialog", { name: "Reprendre l'abonnement" });
  await question.getByRole("button", { name: "Reprendre" }).click();
  await expect(row(page)).toContainText("En cours");

  await page.getByRole("button", { name: "Résilier" }).click();
  await dialog.getByLabel("Quand").selectOption("Maintenant");
  await dialog.getByLabel("Remboursement").selectOption("Toute l'échéance en cours");
  await dialog.getByRole("button", { name: "Résilier" }).click();
  await expect(dialog).toContainText("Le commentaire est obligatoire.");
  await dialog.getByLabel("Commentaire").fill("Vélo volé");
  await dialog.getByRole("button", { name: "Résilier" }).click();
  await expect(row(page)).toContainText("Terminé");
  await expect(page.getByRole("button", { name: "Résilier" })).toHaveCount(0);
});

test("la page des abonnements se filtre, s'exporte et résilie", async ({ page, server }) => {
  await subscriber(server.url, "lou@exemple.test");
  await page.goto("/abonnements");
  await expect(page.getByText("Revenu mensuel récurrent")).toContainText("€");
  await page.getByLabel("Chercher par nom ou par email").fill("lou@exemple");
  await expect(page.getByText("1 résultat")).toBeVisible();

  await page.getByRole("button", { name: "Filtrer" }).click();
  const filters = page.getByRole("dialog", { name: "Filtres liste des abonnements" });
  await filters.getByLabel("Terminé").check();
  await expectAccessible(page);
  await filters.getByRole("button", { name: "Filtrer" }).click();
  await expect(page.getByText("Aucun abonnement ne correspond à votre recherche.")).toBeVisible();
  await page.getByRole("button", { name: /^Retirer le filtre État/ }).click();

  const started = page.waitForEvent("download");
  await page.getByRole("button", { name: "Exporter les abonnements" }).click();
  expect((await started).suggestedFilename()).toBe("export_abonnements.csv");

  await page.getByRole("button", { name: /^Détails de l'abonnement d.Abadie Léo/ }).click();
  await expect(page.getByRole("link", { name: "Voir la fiche" })).toBeVisible();
  await page.getByRole("button", { name: "Résilier" }).click();
  const dialog = page.getByRole("dialog", { name: "Résilier l'abonnement" });
  await dialog.getByRole("button", { name: "Résilier" }).click();
  await expect(page.getByRole("table")).toContainText("Résilié, jusqu'au");

  await test.step("qui attend un abonnement complet est inscrit, puis retiré", async () => {
    const label = await soldOut(server.url, "nina@exemple.test");
    await page.goto("/liste-attente");
    await page.getByRole("button", { name: "Inscrire un usager" }).click();
    const form = page.getByRole("dialog", { name: "Inscrire sur une liste d'attente" });
    await form.getByRole("combobox", { name: "Usager" }).fill("nina@exemple");
    await page.getByRole("option", { name: /nina@exemple/ }).click();
    await form.getByLabel("Abonnement").selectOption(label);
    await expectAccessible(page);
    await form.getByRole("button", { name: "Inscrire" }).click();
    await expect(page.getByRole("table")).toContainText("Abadie Nina");
    await page.getByRole("button", { name: /^Détails de l'attente/ }).click();
    await page.getByRole("button", { name: "Retirer", exact: true }).click();
    const question = page.getByRole("dialog", { name: "Retirer de la liste d'attente" });
    await question.getByRole("button", { name: "Retirer" }).click();
    await expect(page.getByText("Personne n'attend.")).toBeVisible();
  });
});

test("un abonnement à venir, puis un autre sans carte, se résilient sans rien coûter", async ({
  page,
  server,
}) => {
  const dialog = page.getByRole("dialog", { name: "Résilier l'abonnement" });
  const opened = async (id: number) => {
    await page.goto(`/gestion-utilisateurs-exploitant/${id}/details`);
    await row(page)
      .getByRole("button", { name: /^Détails/ })
      .click();
    await page.getByRole("button", { name: "Résilier" }).click();
  };
  const debut = new Date(Date.now() + 30 * 24 * 3600 * 1000);
  await opened(await subscriber(server.url, "lea@exemple.test", { debut }));
  await expect(row(page)).toContainText("À venir");
  await expect(dialog).toContainText("rien n'est facturé");
  await dialog.getByRole("button", { name: "Résilier" }).click();
  await expect(row(page)).toContainText("Terminé");

  await opened(await subscriber(server.url, "lola@exemple.test", { card: null }));
  await expect(row(page)).toContainText("Impayé");
  await dialog.getByLabel("Quand").selectOption("Maintenant");
  await dialog.getByLabel("Commentaire").fill("Souscrit par erreur");
  await dialog.getByRole("button", { name: "Résilier" }).click();
  await expect(row(page)).toContainText("Terminé");
  await expect(row(page)).toContainText("GRATUIT");
});
