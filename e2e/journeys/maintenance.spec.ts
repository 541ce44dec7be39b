import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { expectFits, operatorEntries, title } from "../support/shell.ts";

test.use({ account: "mainteneur", serverName: "maintenance" });

test("devant un casier, le mainteneur l'ouvre et le met hors service, du doigt", async ({
  page,
}) => {
  await page.goto("/tb-stations");
  await page.getByRole("button", { name: "Ouvrir le menu" }).click();
  await operatorEntries(page).filter({ hasText: "Mode maintenance" }).click();
  await expect(title(page)).toHaveText("Mode maintenance");

  await page.getByRole("searchbox", { name: "Code du casier" }).fill("a2");
  const results = page.getByRole("list", { name: "Casiers trouvés" }).getByRole("button");
  await expect(results.first()).toContainText("A2");
  await page.getByRole("combobox", { name: "Station", exact: true }).selectOption("Gare centrale");
  await expect(results.first()).toContainText("Gare centrale");
  await results.first().click();

  await expect(page.getByRole("heading", { name: "Casier A2" })).toBeFocused();
  await expectAccessible(page);
  const open = page.getByRole("button", { name: "Ouvrir le casier" });
  for (const control of await page.getByRole("main").locator("button, input").all()) {
    const box = await control.boundingBox();
    expect(box?.height, await control.innerText()).toBeGreaterThanOrEqual(44);
  }
  await expectFits(page);
  await open.click();
  await expect(page.getByRole("timer")).toHaveText(/^00:0(3:00|2:5\d)$/);

  await page.getByRole("button", { name: "Mettre hors service" }).click();
  await expect(page.getByText("Veuillez indiquer le motif.")).toBeVisible();
  await page.getByRole("textbox", { name: /Motif/ }).fill("Serrure bloquée");
  // Without network it stays on the telephone, in another tab too, and goes when a person says so.
  const sheet = page.url();
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Mettre hors service" }).click();
  const kept = page.getByRole("region", { name: "Enregistré sur ce téléphone" });
  await expect(kept).toContainText("Serrure bloquée");
  await expectFits(page);
  await page.context().setOffline(false);
  await page.goto("about:blank");
  await page.goto("/mode-maintenance");
  await expect(kept).toContainText("Casier A2, Gare centrale");
  await expectAccessible(page);
  await kept.getByRole("button", { name: /^Envoyer/ }).click();
  await expect(page.getByText(/la mise hors service est envoyée\.$/)).toBeVisible();
  await expect(kept).toBeHidden();
  await page.goto(sheet);
  await expect(page.getByRole("button", { name: "Remettre en service" })).toBeVisible();

  // It is now among what there is to do, with why; the nearest station first when the phone tells where it is.
  await page.context().grantPermissions(["geolocation"]);
  await page.context().setGeolocation({ latitude: 45.1915, longitude: 5.7146 });
  await page.getByRole("button", { name: "Chercher un autre casier" }).click();
  const tasks = page.getByRole("region", { name: "À faire sur place" });
  const task = tasks.getByRole("link", { name: /^A2.*Serrure bloquée/ });
  await expect(task).toContainText("Hors service");
  await expect(tasks).not.toContainText("€");
  await tasks.getByRole("button", { name: "Les plus proches d'abord" }).click();
  await expect(tasks.getByText(/^[\d,]+\s(m|km)$/).first()).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
  for (const control of await tasks.getByRole("link").or(tasks.getByRole("button")).all()) {
    expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  const href = await task.getAttribute("href");
  // The QR code on its door leads to the same sheet.
  await page.goto(`/c/${new URL(href ?? "", page.url()).searchParams.get("casier")}`);
  await expect(page.getByRole("heading", { name: "Casier A2" })).toBeFocused();
  const back = page.getByRole("button", { name: "Remettre en service" });
  await expect(back).toBeVisible();

  await page.goto("/tb-stations/1/details");
  const audit = page.getByRole("region", { name: "Journal" });
  await expect(audit).toContainText("Casier A2 mis hors service");
  await expect(audit).toContainText("Motif : Serrure bloquée");

  await page.goBack();
  await back.click();
  await expect(page.getByText("Casier A2 est de nouveau en service.")).toBeVisible();

  // A breakdown that is reported without network waits with its photo, and is once on the server when it is sent.
  await page.getByRole("button", { name: "Signaler une panne" }).click();
  const report = page.getByRole("form", { name: "Signaler une panne" });
  await page.context().setOffline(true);
  await report.getByRole("button", { name: "Porte" }).click();
  await report.getByRole("textbox", { name: "Description de la panne" }).fill("Charnière cassée");
  await report.getByLabel("Photo de cet appareil").setInputFiles({
    name: "porte.png",
    mimeType: "image/png",
    buffer: Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
      "base64",
    ),
  });
  await expect(report.getByRole("img", { name: "Photo 1 du signalement" })).toBeVisible();
  await report.getByRole("button", { name: "Envoyer le signalement" }).click();
  await expect(kept).toContainText("Charnière cassée");
  await expect(kept.getByRole("img", { name: "Photo 1 du signalement" })).toBeVisible();
  await expectFits(page);
  await page.context().setOffline(false);
  await page.goto("about:blank");
  await page.goto("/mode-maintenance");
  await kept.getByRole("button", { name: /^Envoyer/ }).click();
  await expect(kept).toBeHidden();
  await page.goto(sheet);
  const repair = page.getByRole("region", { name: /^Intervention n°/ });
  await expect(repair).toContainText("Charnière cassée");
  await expect(repair.getByRole("img", { name: /^Photo 1 de/ })).toBeVisible();
  await expect(repair.getByRole("img")).toHaveCount(1);
  await expectAccessible(page);
  await expectFits(page);

  // A bicycle that was left in a collective park gets its file from the sheet of its space.
  await page.goto("/mode-maintenance");
  const station = page.getByRole("combobox", { name: "Station", exact: true });
  await station.selectOption("Échirolles Grugliasco");
  await page.getByRole("searchbox", { name: "Code du casier" }).fill("abri");
  await results.first().click();
  await page.getByRole("button", { name: "Ouvrir un dossier vélo laissé" }).click();
  const file = page.getByRole("dialog", { name: "Ouvrir un dossier vélo laissé" });
  await file.getByRole("textbox", { name: /^Description du vélo/ }).fill("Vélo bleu, sans selle");
  await file.getByRole("textbox", { name: /^Numéro de l'étiquette/ }).fill("V-040");
  await expectAccessible(page);
  await file.getByRole("button", { name: "Ouvrir le dossier" }).click();
  await expect(page.getByText(/^Le dossier est ouvert\. Son numéro\s: \d+\.$/)).toBeVisible();
});
