import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { accounts, submitLogin } from "../support/accounts.ts";
import { expectAccessible } from "../support/axe.ts";
import { test as base, expect } from "../support/fixtures.ts";
import { block, button, confirmIn, fillIn } from "../support/sections.ts";
import { startServer } from "../support/server.ts";
import { onPhone, title } from "../support/shell.ts";

/** The console with one provider in its environment, and the address of what that provider publishes. */
const test = base.extend<{ issuer: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from this pattern
  issuer: async ({}, use) => {
    const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const keys = [{ ...publicKey.export({ format: "jwk" }), kid: "1", alg: "RS256", use: "sig" }];
    let issuer = "";
    const provider = createServer(({ url }, answer) => {
      answer.setHeader("Content-Type", "application/json");
      answer.end(JSON.stringify(url === "/cles" ? { keys } : metadataOf(issuer)));
    });
    provider.listen(0, "127.0.0.1");
    await once(provider, "listening");
    issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    await use(issuer);
    provider.closeAllConnections();
    provider.close();
  },
  server: async ({ issuer }, use) => {
    const server = await startServer({
      CONSIGNE_OIDC_ISSUER: issuer,
      CONSIGNE_OIDC_CLIENT_ID: "consigne",
      CONSIGNE_OIDC_CLIENT_SECRET: "un secret de la configuration",
      CONSIGNE_OIDC_LABEL: "Annuaire",
      CONSIGNE_OIDC_DOMAINS: "siege.test",
    });
    await use(server);
    await server.stop();
  },
});

const metadataOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/autorisation`,
  token_endpoint: `${issuer}/jeton`,
  userinfo_endpoint: `${issuer}/personne`,
  jwks_uri: `${issuer}/cles`,
  response_types_supported: ["code"],
  subject_types_supported: ["public"],
  id_token_signing_alg_values_supported: ["RS256"],
  code_challenge_methods_supported: ["S256"],
});

test.use({ account: "admin" });

const SIGNED_OUT = { cookies: [], origins: [] };

test("un fournisseur d'identité s'ajoute, s'essaie, s'impose, se modifie et se supprime", async ({
  page,
  browser,
  server,
  issuer,
}) => {
  test.slow();
  await page.goto("/connexion-unique");
  await expect(title(page)).toHaveText("Connexion unique");
  const providers = block(page, "Fournisseurs d'identité");
  await expect(block(page, "À déclarer chez le fournisseur")).toContainText("/connexion/retour");

  await button(providers, "Ajouter un fournisseur").click();
  await button(providers, "Enregistrer").click();
  await expect(page.getByText("Veuillez renseigner tous les champs")).toHaveCount(1);
  await expectAccessible(page);
  await fillIn(providers, { Nom: "Agglo", Émetteur: "identite.agglo.test", Secret: "un secret" });
  await fillIn(providers, { "Identifiant client": "consigne" });
  await providers.getByRole("switch", { name: /^Obligatoire/ }).press("Space");
  await button(providers, "Enregistrer").click();
  await expect(page.getByText(/commence par https/)).toBeVisible();
  await fillIn(providers, { Émetteur: "https://identite.agglo.test" });
  await button(providers, "Enregistrer").click();
  await expect(page.getByText("Indiquez au moins un domaine")).toBeVisible();
  await fillIn(providers, { "Domaines des adresses e-mail": "Grandval.test" });
  await button(providers, "Enregistrer").click();
  await confirmIn(page, "Création", "Voulez-vous vraiment ajouter le fournisseur Agglo ?");
  await expect(providers.getByRole("row", { name: /Agglo/ })).toContainText("grandval.test");

  await button(providers, "Détails de Agglo").click();
  await expect(providers.getByText(/^Un secret est enregistré/)).toBeVisible();
  await expect(providers.getByRole("textbox", { name: "Secret" })).toHaveValue("");
  await expectAccessible(page);
  await fillIn(providers, { Émetteur: "https://autre.agglo.test" });
  await button(providers, "Enregistrer").click();
  await page.getByRole("dialog").getByRole("button", { name: "Confirmer" }).click();
  await expect(providers.getByText(/donnez de nouveau le secret/)).toBeVisible();
  await fillIn(providers, { Émetteur: "https://identite.agglo.test", Nom: "Agglomération" });
  await button(providers, "Enregistrer").click();
  await confirmIn(page, "Modification", "Voulez-vous vraiment modifier le fournisseur Agglo ?");
  await expect(providers.getByRole("row", { name: /Agglomération/ })).toBeVisible();

  await test.step("celui de la configuration s'essaie, et ne se modifie pas", async () => {
    await button(providers, "Détails de Annuaire").click();
    await expect(providers.getByText(/vient de la configuration du serveur/)).toBeVisible();
    await expect(button(providers, "Enregistrer")).toHaveCount(0);
    await button(providers, "Essayer Annuaire").click();
    await expect(providers.getByText(`Le fournisseur répond, au nom de ${issuer}.`)).toBeVisible();
    await expect(providers.getByText(/^Fin de session.: non$/)).toBeVisible();
    await expectAccessible(page);
    await onPhone(page, () => expect(button(providers, "Essayer Annuaire")).toBeVisible());
  });

  await test.step("la page de connexion met en avant celui d'un domaine où il est obligatoire", async () => {
    const visitor = await (
      await browser.newContext({ baseURL: server.url, storageState: SIGNED_OUT })
    ).newPage();
    await visitor.goto("/connexion");
    await expect(visitor.getByRole("button", { name: "Se connecter avec Annuaire" })).toBeVisible();
    await submitLogin(visitor, accounts.gestionnaire);
    await expect(visitor.getByText(/^Les comptes de ce domaine se connectent avec/)).toBeVisible();
    await expect(
      visitor.getByRole("button", { name: "Se connecter avec Agglomération" }),
    ).toBeFocused();
    await expectAccessible(visitor);

    await visitor.goto("/connexion/retour?state=inconnu&code=inconnu");
    await expect(visitor.getByText(/^Cette connexion a expiré ou a déjà servi/)).toBeFocused();
    await expect(visitor).toHaveURL("/connexion/retour");
    await expectAccessible(visitor);
    await visitor.context().close();
  });

  await button(providers, "Détails de Agglomération").click();
  await button(providers, "Supprimer").click();
  await confirmIn(page, "Suppression", "Personne ne pourra plus se connecter avec lui.");
  await expect(providers.getByRole("row", { name: /Agglomération/ })).toHaveCount(0);
});
