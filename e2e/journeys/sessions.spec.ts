import type { Browser, Page } from "@playwright/test";
import { accounts, login, password } from "../support/accounts.ts";
import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { readMails } from "../support/mail.ts";

test.use({ serverName: "sessions" });

const phone = { width: 390, height: 844 };
const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

/** Opens another browser, which says that it is an iPhone. */
async function otherBrowser(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const options = { baseURL: baseURL ?? "", userAgent: iphone, viewport: phone };
  return (await browser.newContext(options)).newPage();
}

const sessions = (page: Page) =>
  page.getByRole("list", { name: "Sessions ouvertes" }).getByRole("listitem");

/** What a page shows whose session has ended. */
const ended = (page: Page) => page.getByRole("dialog", { name: "Session expirée" });

/** Signs in again where the page says that its session has ended. */
async function signInAgain(page: Page): Promise<void> {
  await expectAccessible(page);
  await ended(page).getByRole("textbox", { name: "Mot de passe" }).fill(password);
  await ended(page).getByRole("button", { name: "Connexion", exact: true }).click();
  await expect(ended(page)).toBeHidden();
}

test("une personne termine la session d'un autre appareil", async ({ page, browser, baseURL }) => {
  test.slow();
  const other = await otherBrowser(browser, baseURL);
  await login(other, "hotline");
  await login(page, "hotline");
  await page.getByTitle("Mon compte").click();
  await expect(sessions(page)).toHaveCount(2);
  await expect(sessions(page).filter({ hasText: "Cette session" })).toContainText("Chrome sous");

  await sessions(page)
    .filter({ hasText: "Safari sur iPhone" })
    .getByRole("button", { name: /^Terminer/ })
    .click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Confirmer" }).click();
  await expect(page.getByText("La session est terminée.")).toBeVisible();
  await expect(sessions(page)).toHaveCount(1);
  await expect(ended(other)).toBeVisible();
  await signInAgain(other);

  await other.goto("/mon-compte");
  await expect(sessions(other)).toHaveCount(2);
  await other.getByRole("button", { name: "Terminer toutes les autres sessions" }).click();
  await other.getByRole("button", { name: "Confirmer" }).click();
  await expect(sessions(other)).toHaveCount(1);
  await expect(ended(page)).toBeVisible();
});

test("un gestionnaire termine les sessions d'un collègue, qui l'apprend", async ({
  page,
  browser,
  baseURL,
  server,
}) => {
  test.slow();
  const other = await otherBrowser(browser, baseURL);
  await login(other, "mainteneur");
  await login(page, "gestionnaire");
  await page.goto(`/gestion-utilisateurs-exploitant?email=${accounts.mainteneur}`);
  await page.getByRole("link", { name: /^Gérer/ }).click();
  await expect(sessions(page)).toHaveCount(1);
  await expect(sessions(page)).toContainText("Safari sur iPhone");
  await page.getByRole("button", { name: "Terminer toutes les sessions" }).click();
  await page.getByRole("button", { name: "Confirmer" }).click();
  await expect(page.getByText("Aucune session n'est ouverte.")).toBeVisible();
  await expect(ended(other)).toBeVisible();
  await ended(other).getByRole("button", { name: "Déconnexion" }).click();
  await expect(other).toHaveURL("/connexion");
  await expect
    .poll(async () => (await readMails(server.outbox)).join())
    .toContain("Un responsable vient de fermer une ou plusieurs sessions");
});
