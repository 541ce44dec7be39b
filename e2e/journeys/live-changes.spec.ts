import type { BrowserContext, Page } from "@playwright/test";
import { expectAccessible } from "../support/axe.ts";
import { callers, type Json } from "../support/callers.ts";
import { expect, test } from "../support/fixtures.ts";
import { settled, title } from "../support/shell.ts";

test.use({ serverName: "live-changes", account: "gestionnaire" });

/** What the specification of these pages allows between a change and the screens that show it, in milliseconds. */
const soon = { timeout: 2_000 };

/** Waits until the server tells the browser of changes. */
const follows = (context: BrowserContext) =>
  context.waitForEvent("response", (response) => response.url().endsWith("/api/admin/flux"));

/** Opens the page in a browser of its own, and waits until it follows what changes. */
async function openElsewhere(page: Page, path: string): Promise<Page> {
  const browser = page.context().browser();
  const context = await browser?.newContext({ storageState: await page.context().storageState() });
  if (!context) throw new Error("no browser");
  const following = follows(context);
  const other = await context.newPage();
  await other.goto(new URL(path, page.url()).href);
  await following;
  return other;
}

/** Changes something as the account of the page, without its screen. */
async function callAs(page: Page, path: string, body: object): Promise<void> {
  const status = await page.evaluate(
    async ([path, body]) => {
      const token = localStorage.getItem("token");
      const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
      return (await fetch(path, { method: "PATCH", headers, body })).status;
    },
    [path, JSON.stringify(body)] as const,
  );
  expect(status).toBe(200);
}

test("ce qu'un collègue change à un casier s'affiche aussitôt", async ({ page }) => {
  await page.goto("/tb-stations/1/details");
  await expect(title(page)).toHaveText("Gestion de la station");
  const other = await openElsewhere(page, "/tb-stations/1/details");
  const second = await other.context().newPage(); // a second tab of the same browser shares the stream
  await second.clock.install();
  let streams = 0;
  second.on("request", (request) => {
    if (request.url().endsWith("/flux")) streams++;
  });
  await second.goto(other.url());
  const inactive = (of: Page) => of.getByRole("row").filter({ hasText: "Inactif" });
  await expect(title(second)).toHaveText("Gestion de la station");
  await expect(second.getByRole("row").filter({ hasText: "Libre" }).first()).toBeVisible();
  await second.clock.runFor(6_000); // until it would have opened a stream of its own
  await settled(second);
  expect(streams).toBe(0);
  await expect(other.getByRole("row").filter({ hasText: "Libre" }).first()).toBeVisible();
  const before = await inactive(other).count();

  const row = page.getByRole("row").filter({ hasText: "Libre" }).first();
  const code = (await row.getByRole("rowheader").textContent()) ?? "";
  const locker = await page.evaluate(async (name) => {
    const headers = { Authorization: `Bearer ${localStorage.getItem("token")}` };
    const answer = await fetch("/api/admin/station/1", { headers });
    const { casiers } = await answer.json();
    return casiers.find(({ nom }: { nom: string }) => nom === name).id;
  }, code);
  const change = `/api/admin/casier/${locker}/switch-actif`;
  await callAs(page, change, { motif: "Serrure à vérifier" });
  for (const shown of [other, second]) await expect(inactive(shown)).toHaveCount(before + 1, soon);
  await expect(other.getByRole("row").filter({ hasText: code }).first()).toContainText("Inactif");
  await expectAccessible(other);

  // The tab that held the stream closes: the other one goes on.
  const again = follows(other.context());
  await other.close();
  await again;
  await callAs(page, change, {});
  await expect(inactive(second)).toHaveCount(before, soon);
  await second.context().close();
});

test("ce qui commence à la station ou se règle ailleurs s'affiche aussitôt", async ({
  page,
  server,
}) => {
  await page.goto("/tb-stations/1/details");
  await expect(title(page)).toHaveText("Gestion de la station");
  const other = await openElsewhere(page, "/tb-stations/1/details");
  const { admin, field } = await callers(server.url);
  const who = { email: "zora@exemple.test", nom: "Zorn", prenom: "Zora", telephone: "" };
  const { body: customer } = await field("POST", "/terrain/utilisateurs", who);
  const { body: lockers } = await admin("GET", "/admin/station/1/casiers");
  let begun = 0;
  for (const { id, etat } of lockers as unknown as Json[]) {
    if (etat !== "Libre") continue;
    const stay = { idCasier: id, idUtilisateur: customer.id };
    const { status, body } = await field("POST", "/terrain/occupations", stay);
    if (status !== 201) continue; // the tariffs of this locker are for others
    begun = Number(body.id);
    break;
  }
  expect(begun).not.toBe(0);
  const row = other.getByRole("row").filter({ hasText: "Zorn" });
  await expect(row).toContainText("Occupé", soon);

  await field("POST", `/terrain/occupations/${begun}/fin`);
  await expect(row).toHaveCount(0, soon);

  // A payment that is settled elsewhere leaves the worklist.
  await other.goto(new URL("/a-traiter", page.url()).href);
  const { id, person } = await page.evaluate(async () => {
    const headers = { Authorization: `Bearer ${localStorage.getItem("token")}` };
    const answer = await fetch("/api/admin/exploitant/1/a-traiter", { headers });
    const [first] = (await answer.json()).paiements.items;
    return { id: first.id, person: first.utilisateur.nom };
  });
  const line = other.locator(`a[href*="${id}"]`).filter({ hasText: person });
  await expect(line).toHaveCount(1);
  await callAs(page, `/api/admin/paiement/${id}/manual`, {
    type: "Espèces",
    commentaire: "Réglé au guichet",
  });
  await expect(line).toHaveCount(0, soon);
  await other.context().close();
});

// The stream lives in real time: a page whose clock is moved takes it for dead. So this journey waits.
test("un écran que rien ne change ne demande rien", async ({ page }) => {
  test.setTimeout(90_000);
  const following = follows(page.context());
  await page.goto("/tb-stations/2/details");
  await following;
  await page.waitForTimeout(1_000);
  const requests: string[] = [];
  page.context().on("request", (request) => requests.push(request.url()));
  await page.waitForTimeout(31_000);
  expect(requests.filter((url) => url.includes("/api/"))).toEqual([]);
});
