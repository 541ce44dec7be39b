import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/axe.ts";
import { type Broker, startBroker, startController } from "../support/broker.ts";
import { expect, test as withServer } from "../support/fixtures.ts";
import { block } from "../support/sections.ts";
import { startServer } from "../support/server.ts";
import { onPhone, title } from "../support/shell.ts";

/** Starts the server with a real broker, and connects as the controller of station 1. */
const test = withServer.extend<object, { broker: Broker }>({
  broker: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern
    async ({}, use) => {
      const broker = await startBroker();
      await use(broker);
      await broker.remove();
    },
    { scope: "worker" },
  ],
  serverOf: [
    async ({ broker }, use) => {
      const server = await startServer({ CONSIGNE_MQTT_URL: broker.url });
      const controller = startController(broker, 1);
      await use(async () => server);
      await controller.stop();
      await server.stop();
    },
    { scope: "worker" },
  ],
});

test.use({ account: "hotline" });

const modal = (page: Page) => page.getByRole("dialog", { name: "Gestion à distance" });

/** Asks in the modal for the code of the free locker at that index of the list; returns the locker's name. */
async function askCode(page: Page, place: number): Promise<string> {
  await page.goto("/tb-stations/1/details");
  const row = page.getByRole("row").filter({ hasText: "Libre" }).nth(place);
  const code = (await row.getByRole("rowheader").textContent()) ?? "";
  await row.click();
  await page.getByRole("button", { name: `Gestion à distance, ${code}`, exact: true }).click();
  await modal(page).getByRole("button", { name: "Générer le code d'ouverture à distance" }).click();
  return code;
}

test("la hotline voit le code arriver à la station et la porte s'ouvrir ; sans broker, il attend", async ({
  page,
  broker,
}) => {
  await expect(async () => {
    await page.goto("/tb-stations");
    await expect(page.getByText("En ligne", { exact: true })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  const code = await askCode(page, 0);
  await expect(block(page, "Informations")).toContainText("En ligne");
  await expect(modal(page).getByText("Transmis à la station")).toBeVisible();
  await expectAccessible(page);
  await expect(modal(page).getByText(/^Utilisé à \d\dh\d\d, porte ouverte$/)).toBeVisible();
  await modal(page).getByRole("button", { name: "Fermer" }).click();
  await page.reload();
  const details = page.getByRole("region", { name: `Détails de ${code}`, exact: true });
  await expect(details).toContainText(/Porte (ouverte|fermée) depuis \d\dh\d\d/);
  await expect(block(page, "Journal")).toContainText(`Casier ${code} ouvert avec un code`);

  // Without the broker a code waits, and leaves once it is back.
  await broker.kill();
  await askCode(page, 1);
  await expect(modal(page).getByText("En attente de la station")).toBeVisible();
  await broker.start();
  await expect(modal(page).getByText("Transmis à la station")).toBeVisible();
});

// A silent station shows only after minutes: here the answers simulate one, and everything else is real.
const since = new Date(Date.now() - 86_400_000).toISOString();

async function fallSilent(page: Page): Promise<void> {
  const change = (path: string | RegExp, edit: (body: never) => void) =>
    page.route(path, async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      edit(body as never);
      await route.fulfill({ response, json: body });
    });
  await change("**/api/admin/exploitant/1/a-traiter", (body: Record<string, unknown>) => {
    const line = { station: { id: 1, nom: "Gare" }, depuis: since, suivi: {} };
    body.muettes = { total: 1, reportes: 0, retenus: 1, items: [line] };
  });
  await change(/\/api\/admin\/station\/1$/, (body: Record<string, unknown>) => {
    body.controleur = { muetteDepuis: since, logiciel: "" };
  });
}

test("une station muette est à traiter, et sa page le dit", async ({ page }) => {
  await fallSilent(page);
  await page.goto("/");
  await block(page, "À traiter")
    .getByRole("link", { name: /^Stations muettes 1 station/ })
    .click();
  await expect(page).toHaveURL("/a-traiter#muettes");
  const line = block(page, "Stations muettes").getByRole("link", { name: /Gare/ });
  await expect(line).toContainText(/Depuis le\s\d\d\/\d\d\/\d{4}\sà\s\d\dh\d\d/);
  await onPhone(page, () => expect(line).toBeVisible());
  await line.click();
  await expect(title(page)).toHaveText("Gestion de la station");
  await expect(block(page, "Informations")).toContainText(/Muette depuis le/);
  await onPhone(page, () => expect(block(page, "Informations")).toContainText(/Muette depuis le/));
});
