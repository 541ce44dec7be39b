import type { Page } from "@playwright/test";
import { operators } from "../support/accounts.ts";
import { expect, test } from "../support/fixtures.ts";
import { settled, switchOperator, title, topBar } from "../support/shell.ts";

const { grandval, littoral } = operators;

test.use({ account: "admin", operator: "grandval" });

/** What the API answers to the account of the page, which a page of the console is open for. */
async function answerOf<T>(page: Page, path: string): Promise<T> {
  const token = await page.evaluate(() => localStorage.getItem("token"));
  const answer = await page.request.get(path, { headers: { Authorization: `Bearer ${token}` } });
  return (await answer.json()) as T;
}

const firstId = ([first]: { id: number }[]) => first?.id ?? 0;

test("une station, un tarif, un paiement ou un usager d'un autre exploitant change d'exploitant", async ({
  page,
}) => {
  await page.goto("/tb-stations");
  await expect(title(page)).toHaveText("Mes stations");
  type Listed = { items: { id: number }[] };
  const [stations, tariffs, payments, people, ours] = await Promise.all([
    answerOf<{ id: number }[]>(page, `/api/admin/station/exploitant/${littoral.id}`),
    answerOf<{ id: number }[]>(
      page,
      `/api/admin/tarif/tarif-pour-exploitant?exploitant=${littoral.id}`,
    ),
    answerOf<Listed>(page, `/api/admin/paiements/exploitant/${littoral.id}`),
    answerOf<Listed>(page, `/api/admin/utilisateurs?exploitant=${littoral.id}&itemsPerPage=20`),
    answerOf<Listed>(page, `/api/admin/utilisateurs?exploitant=${grandval.id}&itemsPerPage=20`),
  ]);
  const known = new Set(ours.items.map(({ id }) => id));
  const station = firstId(stations);
  const shown: [path: string, heading: string][] = [
    [`/tb-stations/${station}/details`, "Gestion de la station"],
    [`/gestion-stations/${station}/details`, "Configuration de la station"],
    [`/gestion-tarifs/${firstId(tariffs)}/details`, "Modification d'une condition tarifaire"],
    [`/liste-paiements-exploitant?paiement=${firstId(payments.items)}`, "Liste des paiements"],
    [
      `/gestion-utilisateurs-exploitant/${firstId(people.items.filter(({ id }) => !known.has(id)))}/details`,
      "Gestion d'un utilisateur",
    ],
  ];
  for (const [path, heading] of shown) {
    await test.step(path, async () => {
      await page.goto("/tb-stations");
      await expect(title(page)).toHaveText("Mes stations");
      if ((await topBar(page).textContent())?.includes(littoral.nom))
        await switchOperator(page, grandval.nom);
      await expect(topBar(page)).toContainText(grandval.nom);
      await page.goto(path);
      await expect(topBar(page)).toContainText(littoral.nom);
      await expect(page.getByText(`Exploitant : ${littoral.nom}`)).toBeVisible();
      await expect(title(page)).toHaveText(heading);
    });
  }
});

test("Précédent revient à une station sous son exploitant", async ({ page }) => {
  await page.goto("/tb-stations");
  await page
    .getByRole("link", { name: /^Gérer/ })
    .first()
    .click();
  await expect(title(page)).toHaveText("Gestion de la station");
  const address = page.url();
  await switchOperator(page, littoral.nom);
  await expect(topBar(page)).toContainText(littoral.nom);
  await expect(title(page)).toHaveText("Mes stations");
  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect(topBar(page)).toContainText(grandval.nom);
  await expect(title(page)).toHaveText("Gestion de la station");
});

test("un usager que personne ne connaît n'existe pas, et n'est demandé qu'une fois", async ({
  page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/admin\/utilisateur\/999999(\/exploitants)?$/.test(pathname)) asked.push(pathname);
  });
  await page.clock.install();
  await page.goto("/gestion-utilisateurs-exploitant/999999/details");
  await expect(page.getByText("Cet usager n'existe pas ou n'existe plus.")).toBeVisible();
  await page.clock.runFor(10_000);
  await settled(page);
  expect(asked.sort()).toEqual([
    "/api/admin/utilisateur/999999",
    "/api/admin/utilisateur/999999/exploitants",
  ]);
});

test.describe("hors de portée", () => {
  test.use({ account: "littoral", operator: "littoral" });

  test("une fiche d'un autre exploitant est introuvable, un usager n'existe pas", async ({
    page,
  }) => {
    for (const path of [
      "/tb-stations/1/details",
      "/gestion-tarifs/1/details",
      "/liste-paiements-exploitant?paiement=1",
    ]) {
      await page.goto(path);
      await expect(page.getByText("Ressource introuvable")).toBeVisible();
      await expect(topBar(page)).toContainText(littoral.nom);
      await expect(page.getByRole("button", { name: "Réessayer" })).toHaveCount(0);
    }
    await page.goto("/gestion-utilisateurs-exploitant/1/details");
    await expect(page.getByText("Cet usager n'existe pas ou n'existe plus.")).toBeVisible();
    await expect(topBar(page)).toContainText(littoral.nom);
  });
});
