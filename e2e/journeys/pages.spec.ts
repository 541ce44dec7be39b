import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { title, visit } from "../support/shell.ts";

/** The routes, each with the title of its page. */
const routes: Record<string, string | RegExp> = {
  "/": /./,
  "/playground": "Composants",
  "/creation-station": "Configuration d'une nouvelle station",
  "/creation-tarif": "Nouvelle condition tarifaire",
  "/creation-exploitant": "Nouvel exploitant",
  "/tb-stations": "Mes stations",
  "/tb-stations/1/details": "Gestion de la station",
  "/gestion-stations": "Gestion des stations",
  "/gestion-stations/1/details": "Configuration de la station",
  "/gestion-tarifs": "Gestion des conditions tarifaires",
  "/gestion-tarifs/1/details": "Modification d'une condition tarifaire",
  "/gestion-utilisateurs": "Liste des utilisateurs",
  "/gestion-utilisateurs/1/details": "Gestion d'un utilisateur",
  "/gestion-utilisateurs-exploitant": "Liste des utilisateurs",
  "/gestion-utilisateurs-exploitant/1/details": "Gestion d'un utilisateur",
  "/gestion-exploitants": "Liste des exploitants",
  "/gestion-exploitants/1/details": "Configuration de l'exploitant",
  "/mon-equipe": "Mon équipe",
  "/attestation": "Attestation de conformité",
  "/rapprochement": "Rapprochement",
  "/liste-paiements": "Liste des paiements",
  "/liste-paiements-exploitant": "Liste des paiements",
  "/historique-utilisations": "Historique des utilisations",
  "/historique-utilisations-exploitant": "Historique des utilisations",
  "/dashboard-metabase": "Statistiques",
  "/dashboard-metabase-exploitant": "Statistiques",
  "/connexion-unique": "Connexion unique",
  "/mode-maintenance": "Mode maintenance",
  "/journal": "Journal",
  "/reddition": "Reddition des comptes",
  "/securite": "Sécurité",
};

test.use({ account: "admin" });

test("chaque page s'ouvre par son adresse et reste accessible", async ({ page }) => {
  test.slow();
  await visit(page, Object.keys(routes), async (path) => {
    await expect(title(page)).toHaveText(routes[path] ?? "");
    await expect(page).toHaveURL(path);
    await expectAccessible(page);
  });
});

test("une adresse inconnue est dite telle, dans la page", async ({ page }) => {
  await page.goto("/adresse-inconnue");
  await expect(page.getByText(/introuvable|n'existe pas/i).first()).toBeVisible();
  await expectAccessible(page);
});

test("un fichier absent est 404, une adresse inconnue de l'API aussi", async ({ request }) => {
  expect((await request.get("/assets/absent-0000.js")).status()).toBe(404);
  expect((await request.get("/absent.png")).status()).toBe(404);
  const api = await request.get("/api/absent");
  expect(api.status()).toBe(404);
  expect(await api.json()).toMatchObject({ code: 404, detail: "Ressource introuvable." });
});
