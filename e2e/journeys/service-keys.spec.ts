import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { block, button, confirmIn } from "../support/sections.ts";

test.use({ account: "admin", serverName: "service-keys" });

test("un programme appelle avec une clé, la remplace, et la perd", async ({ page, request }) => {
  test.slow();
  await page.goto("/gestion-exploitants/1/details");
  const keys = block(page, "Clés d'accès");
  await keys.getByRole("textbox", { name: /^Libellé de la nouvelle clé/ }).fill("Tableau de bord");
  await button(keys, "Droits, expiration et limite").click();
  await expectAccessible(page);
  await keys.getByRole("checkbox", { name: "Interface de terrain" }).press("Space");
  await keys.getByRole("checkbox", { name: "Lire les stations" }).press("Space");
  await keys.getByRole("textbox", { name: /^Limite/ }).fill("30");
  await button(keys, "Créer une clé").click();
  const shown = page.getByRole("dialog", { name: "Nouvelle clé" });
  const readSecret = async () => (await shown.locator("code").textContent()) ?? "";
  const first = await readSecret();
  expect(first).toMatch(/^ck_/);
  await expectAccessible(page);
  await button(shown, "J'ai conservé la clé").click();
  const row = keys.getByRole("row", { name: /Tableau de bord/ });
  await expect(row).toContainText("1 droit");
  await expect(row).toContainText("Jamais");

  const call = (path: string, secret: string) =>
    request.get(path, { headers: { Authorization: `Bearer ${secret}` } });
  const stations = await call("/api/admin/station/exploitant/1", first);
  expect(stations.status()).toBe(200);
  expect(stations.headers()["ratelimit-policy"]).toBe('"cle";q=30;w=60');
  expect((await call("/api/admin/exploitant/1", first)).status()).toBe(403);
  expect((await call("/api/admin/station/exploitant/2", first)).status()).toBe(403);
  expect((await call("/api/terrain/stations", first)).status()).toBe(403);

  await button(keys, "Modifier Tableau de bord").click();
  const form = page.getByRole("dialog", { name: /^Modifier la clé/ });
  await form.getByRole("checkbox", { name: "Lire sa fiche et ses référents" }).press("Space");
  await expectAccessible(page);
  await button(form, "Enregistrer").click();
  await expect(form).toBeHidden();
  await expect(row).toContainText("2 droits");
  expect((await call("/api/admin/exploitant/1", first)).status()).toBe(200);

  await button(keys, "Remplacer Tableau de bord").click();
  await confirmIn(page, "Remplacement", "L'ancienne vaut encore 24 heures");
  await expect(shown).toContainText("L'ancienne clé vaut encore jusqu'au");
  const second = await readSecret();
  await button(shown, "J'ai conservé la clé").click();
  for (const secret of [first, second])
    expect((await call("/api/admin/exploitant/1", secret)).status()).toBe(200);

  await button(keys, "Révoquer Tableau de bord").click();
  await confirmIn(page, "Suppression", "Voulez-vous vraiment supprimer la clé Tableau de bord ?");
  await expect(row).toHaveCount(0);
  for (const secret of [first, second])
    expect((await call("/api/admin/exploitant/1", secret)).status()).toBe(401);
});
