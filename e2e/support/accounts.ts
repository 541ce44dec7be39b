import { expect, type Page } from "@playwright/test";

/** The accounts of the demonstration data. */
export const accounts = {
  admin: "admin@consigne.test",
  gestionnaire: "gestionnaire@grandval.test",
  hotline: "hotline@grandval.test",
  mainteneur: "mainteneur@grandval.test",
  littoral: "gestionnaire@littoral.test",
  multi: "multi@consigne.test",
  usager: "usager@consigne.test",
  banni: "banni@consigne.test",
} as const;

export type Account = keyof typeof accounts;

export const password = "Consigne-demo-2026";

export const operators = {
  grandval: { id: 1, nom: "Métropole de Grandval" },
  littoral: { id: 2, nom: "Vélostation du Littoral" },
  brume: { id: 3, nom: "Pays de Brume Mobilités" },
} as const;

export type Operator = keyof typeof operators;

/** Fills in and submits the login page; the test checks the result. */
export async function submitLogin(page: Page, email: string, secret = password): Promise<void> {
  await page.goto("/connexion");
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("textbox", { name: "Mot de passe" }).fill(secret);
  await page.getByRole("button", { name: "Connexion", exact: true }).click();
}

/**
 * Signs in through the real page, as the first visit of this browser does: until the console has chosen an operator and
 * shows its stations.
 */
export async function login(page: Page, account: Account): Promise<void> {
  await submitLogin(page, accounts[account]);
  await expect(page.getByRole("button", { name: "Déconnexion" })).toBeVisible();
  await expectSignedIn(page);
}

/** Waits until the console has chosen an operator: before, it would leave the page that the test opens. */
export async function expectSignedIn(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: "Mes stations" })).toBeVisible();
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Déconnexion" }).click();
  await expect(page).toHaveURL("/connexion");
}
