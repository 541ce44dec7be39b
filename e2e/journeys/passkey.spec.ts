import type { Page } from "@playwright/test";
import {
  type Account,
  accounts,
  expectSignedIn,
  password,
  signOut,
  submitLogin,
} from "../support/accounts.ts";
import { expectAccessible } from "../support/axe.ts";
import { test as base, expect } from "../support/fixtures.ts";

/** Browsers refuse passkeys at an address without a name. */
const test = base.extend({
  serverOf: [
    async ({ start }, use) => {
      const server = await start({ CONSIGNE_SECOND_FACTOR: "administrateurs" }, "localhost");
      await use(async () => server);
      await server.stop();
    },
    { scope: "worker" },
  ],
});

/** Gives the browser an authenticator that keeps passkeys and asks nothing. */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

const withPasskey = (page: Page) =>
  page.getByRole("button", { name: "Se connecter avec une clé d'accès" });

async function giveAsSecondFactor(page: Page, account: Account): Promise<void> {
  await submitLogin(page, accounts[account]);
  await expect(page.getByRole("heading", { level: 1, name: "Vérification" })).toBeVisible();
  await page.getByRole("button", { name: "Présenter votre clé d'accès" }).click();
  await expectSignedIn(page);
}

test("une clé d'accès sert de second facteur, seule, et de preuve", async ({ page }) => {
  await addAuthenticator(page);
  await submitLogin(page, accounts.gestionnaire);
  await expectSignedIn(page);
  await page.getByTitle("Mon compte").click();
  await page.getByRole("button", { name: "Ajouter une clé d'accès" }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Mot de passe" }).fill(password);
  await page.getByRole("button", { name: "Confirmer" }).click();
  await page.getByRole("textbox", { name: "Nom de cette clé" }).fill("Ordinateur du bureau");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Créer la clé d'accès" }).click();
  await page.getByRole("button", { name: "J'ai conservé les codes" }).click();
  await expect(page.getByRole("list", { name: "Moyens" })).toContainText("Ordinateur du bureau");

  await signOut(page);
  await giveAsSecondFactor(page, "gestionnaire");

  await signOut(page);
  await withPasskey(page).click();
  await expectSignedIn(page);

  await page.goto("/mon-compte");
  await page.getByRole("button", { name: "Retirer Ordinateur du bureau" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Présenter votre clé d'accès" }).click();
  await expect(page.getByText("n'est protégé que par son mot de passe")).toBeVisible();
  await signOut(page);
  await withPasskey(page).click();
  await expect(page.getByText("Cette clé d'accès n'est pas reconnue.")).toBeVisible();
});

test("un administrateur ajoute une clé d'accès avant d'entrer", async ({ page }) => {
  await addAuthenticator(page);
  await submitLogin(page, accounts.admin);
  await expect(
    page.getByRole("heading", { level: 1, name: "Double authentification" }),
  ).toBeVisible();
  await expect(page.getByRole("img", { name: "Code QR de la clé" })).toBeVisible();
  await expectAccessible(page);
  await page.goto("/");
  await expect(page).toHaveURL("/connexion");

  await submitLogin(page, accounts.admin);
  await page.getByRole("button", { name: "Ajouter plutôt une clé d'accès" }).click();
  await page.getByRole("button", { name: "Créer la clé d'accès" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "J'ai conservé les codes" }).click();
  await expectSignedIn(page);

  await signOut(page);
  await giveAsSecondFactor(page, "admin");
});
