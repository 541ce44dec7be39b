import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { title } from "../support/shell.ts";

test.use({ account: "gestionnaire", serverName: "collective-station" });

test("une station collective montre ses espaces, qui y stationne, et ouvre sa porte", async ({
  page,
}) => {
  await page.goto("/tb-stations");
  await page.getByRole("link", { name: "Gérer Échirolles Grugliasco" }).click();
  await expect(title(page)).toHaveText("Gestion de la station");
  await expect(page.getByText("Collective sans comptage · Échirolles Grugliasco")).toBeVisible();

  const space = page.getByRole("region", { name: "Abri unique" });
  await expect(space).toContainText("30 places");
  await expect(space.getByRole("columnheader")).toHaveText([
    "Nom",
    "Email",
    "Début",
    "Tarif",
    "Actions",
  ]);
  const sessions = space.getByRole("rowheader");
  await expect(sessions.first()).toBeVisible();
  const before = await sessions.count();
  expect(before).toBeGreaterThan(0);
  await expect(space).toContainText(`${before} stationnements en cours`);
  await expect(space).toContainText("Parc collectif, 24 heures gratuites");

  const customer = (await sessions.first().textContent()) ?? "";
  await space
    .getByRole("button", { name: `Gestion à distance, ${customer}` })
    .first()
    .click();
  const modal = page.getByRole("dialog", { name: "Gestion à distance" });
  await expect(modal).toContainText(`Espace Abri unique · Échirolles Grugliasco`);
  await expect(modal).toContainText(customer);
  await expectAccessible(page);
  await modal.getByRole("button", { name: "Mettre fin à l'utilisation" }).click();
  await modal.getByRole("button", { name: "Confirmer" }).click();
  await expect(page.getByText("L'occupation est terminée !")).toBeVisible();
  await expect(modal).toBeHidden();
  await expect(sessions).toHaveCount(before - 1);
  await expect(space).toContainText(`${before - 1} stationnements en cours`);

  // The door opens without a stay that is chosen.
  await page.getByRole("button", { name: "Gestion à distance, Abri unique" }).click();
  await modal.getByRole("button", { name: "Générer le code d'ouverture à distance" }).click();
  await expect(modal.getByRole("timer")).toBeVisible();
  await expect(modal.getByRole("button", { name: "Mettre fin à l'utilisation" })).toHaveCount(0);

  // A bicycle that was left: one waits for the end of its notice, the other is handed back.
  await page.goto("/velos-laisses");
  await expect(title(page)).toHaveText("Vélos laissés");
  const details = page.getByRole("button", { name: /^Détails de dossier/ });
  await details.first().click();
  await expect(page.getByRole("button", { name: /^Enlever le vélo, à partir du/ })).toBeDisabled();
  await page.reload();
  await details.last().click();
  await page.getByRole("button", { name: "Rendre le vélo" }).click();
  const handed = page.getByRole("dialog", { name: "Rendre le vélo" });
  await handed.getByRole("textbox", { name: /^Remis à/ }).fill("Ada Roy");
  await handed.getByRole("combobox", { name: /^Justificatif/ }).selectOption("Facture");
  await expectAccessible(page);
  await handed.getByRole("button", { name: "Rendre le vélo" }).click();
  await expect(page.getByText("Le vélo est rendu.")).toBeVisible();
});
