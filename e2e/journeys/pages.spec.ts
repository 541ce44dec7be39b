import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { desk, expectFits, phone, title, visit } from "../support/shell.ts";

// Every page once, light on a desk and dark on a phone. What opens on a page is looked at by the journey that opens it.
test.describe.configure({ mode: "parallel" });

/** The pages by address, each with its title: those before the sign-in, those that have a menu entry, the others. */
const pages = {
  open: {
    "/connexion": "Connexion",
    "/connexion/retour": "Connexion",
    "/oubli-mdp": "Mot de passe oublié",
    "/nouveau-mot-de-passe": "Nouveau mot de passe",
    "/confirmer-adresse": /adresse/,
    "/confirmer-inscription": /inscription/,
    "/accessibilite": "Déclaration d’accessibilité",
  },
  lists: {
    "/": "Accueil",
    "/a-traiter": "À traiter",
    "/tb-stations": "Mes stations",
    "/gestion-stations": "Gestion des stations",
    "/gestion-tarifs": "Gestion des conditions tarifaires",
    "/gestion-utilisateurs": "Liste des utilisateurs",
    "/gestion-utilisateurs-exploitant": "Liste des utilisateurs",
    "/gestion-exploitants": "Liste des exploitants",
    "/mon-equipe": "Mon équipe",
    "/liste-paiements": "Liste des paiements",
    "/liste-paiements-exploitant": "Liste des paiements",
    "/historique-utilisations": "Historique des utilisations",
    "/historique-utilisations-exploitant": "Historique des utilisations",
    "/dashboard-metabase": "Statistiques",
    "/dashboard-metabase-exploitant": "Statistiques",
    "/connexion-unique": "Connexion unique",
    "/recit": "Récit d'appel",
    "/mode-maintenance": "Mode maintenance",
    "/journal": "Journal",
    "/reddition": "Reddition des comptes",
    "/securite": "Sécurité",
  },
  others: {
    "/playground": "Composants",
    "/mon-compte": "Mon compte",
    "/accessibilite": "Déclaration d’accessibilité",
    "/attestation": "Attestation de conformité",
    "/rapprochement": "Rapprochement",
    "/tb-stations/1/details": "Gestion de la station",
    "/gestion-stations/1/details": "Configuration de la station",
    "/gestion-tarifs/1/details": "Modification d'une condition tarifaire",
    "/gestion-tarifs/1/rejeux": "Rejouer les prix",
    "/gestion-utilisateurs/1/details": "Gestion d'un utilisateur",
    "/gestion-utilisateurs-exploitant/1/details": "Gestion d'un utilisateur",
    "/gestion-exploitants/1/details": "Configuration de l'exploitant",
    "/reddition/2026-10": "Reddition des comptes",
    "/creation-station": "Configuration d'une nouvelle station",
    "/creation-tarif": "Nouvelle condition tarifaire",
    "/creation-exploitant": "Nouvel exploitant",
    "/adresse-inconnue": "Page introuvable",
  },
} satisfies Record<string, Record<string, string | RegExp>>;

/** Returns the brightness of the page's background, from 0 to 255. */
function luminance(page: Page): Promise<number> {
  return page.evaluate(() => {
    const [r = 255, g = 255, b = 255] = (
      getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? []
    ).map(Number);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  });
}

const looks = [
  { name: "au bureau, sur fond clair", options: { viewport: desk, colorScheme: "light" } },
  {
    name: "au téléphone, sur fond sombre",
    options: { viewport: phone, colorScheme: "dark", isMobile: true, hasTouch: true },
  },
] as const;

for (const { name, options } of looks) {
  test.describe(name, () => {
    test.use(options);

    const lookAt = (page: Page, all: Record<string, string | RegExp>) =>
      visit(page, Object.keys(all), async (path) => {
        await expect(title(page)).toHaveText(all[path] ?? "");
        await expect(page).toHaveURL(path);
        expect((await luminance(page)) < 60).toBe(options.colorScheme === "dark");
        await expectAccessible(page);
        await expectFits(page);
      });

    test("les pages d'avant la connexion sont lisibles", ({ page }) => lookAt(page, pages.open));

    test.describe("avec une session", () => {
      test.use({ account: "admin" });
      test.slow();

      test("les pages du menu sont lisibles", ({ page }) => lookAt(page, pages.lists));
      test("les autres pages sont lisibles", ({ page }) => lookAt(page, pages.others));
    });
  });
}
