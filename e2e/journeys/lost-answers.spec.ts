import type { Page, Request } from "@playwright/test";
import { accounts, password, submitLogin } from "../support/accounts.ts";
import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { button, confirmIn } from "../support/sections.ts";
import { title } from "../support/shell.ts";

test.use({ serverName: "lost-answers", account: "admin" });

const field = (page: Page, label: RegExp) => page.getByLabel(label).and(page.locator("input"));

async function fillInStation(page: Page, name: string): Promise<void> {
  await page.goto("/creation-station");
  await field(page, /^Libellé/).fill("GRV-98");
  await field(page, /^Nom/).fill(name);
  await field(page, /^Adresse/).fill("12 rue des Marronniers");
  await field(page, /^Code postal/).fill("38000");
  await field(page, /^Ville/).fill("Grenoble");
  await field(page, /^Latitude/).fill("45.19");
  await field(page, /^Longitude/).fill("5.71");
}

async function createStation(page: Page, name: string): Promise<void> {
  await button(page.getByRole("main"), "Enregistrer").click();
  await confirmIn(page, "Création", `Voulez-vous vraiment ajouter la station ${name} ?`);
  await expect(page).toHaveURL(/\/gestion-stations\/\d+\/details$/);
}

/** Lets the server do what the next such call asks for, and loses its answer. */
async function cutNextAnswer(page: Page, url: string): Promise<void> {
  await page.route(
    url,
    async (route) => {
      const answer = await route.fetch();
      expect(answer.ok()).toBe(true);
      await route.abort();
    },
    { times: 1 },
  );
}

/** The body, key and session of each such call of the page. */
function writesOf(page: Page, path: RegExp): { key?: string; body: string | null }[] {
  const writes: { key?: string; body: string | null }[] = [];
  page.on("request", (request: Request) => {
    if (request.method() !== "GET" && path.test(request.url()))
      writes.push({ key: request.headers()["idempotency-key"], body: request.postData() });
  });
  return writes;
}

async function stationsNamed(page: Page, name: string): Promise<number> {
  const stored = await page.evaluate(() => localStorage.getItem("token"));
  const answer = await page.request.get("/api/admin/station/exploitant/1", {
    headers: { Authorization: `Bearer ${stored}` },
  });
  const stations = (await answer.json()) as { nom: string }[];
  return stations.filter((station) => station.nom === name).length;
}

test("ce dont la réponse est coupée est fait une fois : une station, un remboursement", async ({
  page,
}) => {
  const writes = writesOf(page, /\/station\/ajouter$/);
  await fillInStation(page, "Halte du Tunnel");
  await cutNextAnswer(page, "**/station/ajouter");
  await createStation(page, "Halte du Tunnel");
  await expect(title(page)).toHaveText("Configuration de la station");
  expect(writes).toHaveLength(2);
  expect(writes[0]?.key).toBeTruthy();
  expect(writes[1]).toEqual(writes[0]);
  expect(await stationsNamed(page, "Halte du Tunnel")).toBe(1);

  const refunds = writesOf(page, /\/rembourser$/);
  // Some of the newest payments of the demonstration have a refund under way.
  await page.goto("/liste-paiements-exploitant?statut=PAID&page=3");
  await page
    .getByRole("button", { name: /^Détails/ })
    .first()
    .click();
  const details = page.getByRole("dialog");
  const [before] = await Promise.all([
    page.waitForRequest(/\/api\/admin\/paiement\/\d+$/),
    page.getByRole("button", { name: "Détails du paiement" }).first().click(),
  ]);
  await button(details, "Rembourser").click();
  await page.getByLabel(/^Montant à rembourser/).fill("0,10");
  await page.getByLabel(/^Commentaire/).fill("Porte bloquée.");
  await cutNextAnswer(page, "**/rembourser");
  await button(details, "Rembourser").click();
  await expect(page.getByText("Le remboursement est demandé.")).toBeVisible();
  expect(refunds).toHaveLength(2);
  expect(refunds[1]).toEqual(refunds[0]);
  const answer = await page.request.get(before.url(), {
    headers: { Authorization: (await before.headerValue("Authorization")) ?? "" },
  });
  expect(((await answer.json()) as { rembourse: number }).rembourse).toBe(10);
});

test("une session qui prend fin pendant une saisie se rouvre sur place", async ({
  page,
  request,
}) => {
  await fillInStation(page, "Halte du Phare");
  await button(page.getByRole("main"), "Enregistrer").click();
  const creation = page.getByRole("dialog", { name: "Création" });
  await expect(creation).toBeVisible();
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  const { token, refreshToken } = await page.evaluate(() => ({ ...localStorage }));
  const ended = await request.post("/api/token/invalidate", {
    headers: { Authorization: `Bearer ${token}` },
    data: { refreshToken },
  });
  expect(ended.ok()).toBe(true);

  await creation.getByRole("button", { name: "Confirmer" }).click();
  const dialog = page.getByRole("dialog", { name: "Session expirée" });
  await expect(dialog.getByRole("textbox", { name: "Email" })).toHaveValue(accounts.admin);
  const secret = dialog.getByRole("textbox", { name: "Mot de passe" });
  await expect(secret).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await secret.fill("autre chose");
  await button(dialog, "Connexion").click();
  await expect(dialog.getByText("Identifiants incorrects")).toBeVisible();
  await secret.fill(password);
  await button(dialog, "Connexion").click();

  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/gestion-stations\/\d+\/details$/);
  expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);
  expect(await stationsNamed(page, "Halte du Phare")).toBe(1);
});

test("deux personnes dans un navigateur ne se mêlent pas", async ({ page, context }) => {
  await fillInStation(page, "Halte du Marais");
  // Whoever refuses to lose what was typed stays on the page when the other tab signs out.
  page.on("dialog", (question) => question.dismiss());
  const second = await context.newPage();
  await second.goto("/tb-stations");
  await second.getByRole("button", { name: "Déconnexion" }).click();
  await expect(second).toHaveURL("/connexion");

  const sent: (string | undefined)[] = [];
  page.on("request", (request) => sent.push(request.headers().authorization));
  await submitLogin(second, accounts.hotline);
  await expect(second.getByRole("button", { name: "Déconnexion" })).toBeVisible();
  const hotline = await second.evaluate(() => localStorage.getItem("token"));

  const dialog = page.getByRole("dialog", { name: "Changement de compte" });
  await expect(dialog).toContainText(accounts.hotline);
  await expect(dialog).toContainText(accounts.admin);
  await expectAccessible(page);
  expect(sent).not.toContain(`Bearer ${hotline}`);

  page.removeAllListeners("dialog");
  page.on("dialog", (question) => question.accept());
  await button(dialog, `Continuer en tant que ${accounts.hotline}`).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("banner").first()).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Administration" })).toHaveCount(0);
});
