import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/axe.ts";
import { callers } from "../support/callers.ts";
import { expect, test } from "../support/fixtures.ts";
import { expectFits, onPhone, title } from "../support/shell.ts";

interface Incident {
  person: number;
  /** The locker where the person's stay is, and where a wrong code was typed. */
  locker: { id: number; nom: string };
  /** The locker of somebody else, which refused the person. */
  other: { id: number; nom: string };
}

/** Somebody begins a stay, types a wrong code at its locker, and tries to begin another at a locker that is taken. */
async function incident(url: string, phone: string, email: string): Promise<Incident> {
  const { admin, field } = await callers(url);
  const person = { email, nom: "Perrin", prenom: "Zoé", telephone: phone };
  const { body } = await field("POST", "/terrain/utilisateurs", person);
  const { body: all } = await admin("GET", "/admin/station/1/casiers");
  const lockers = all as unknown as { id: number; nom: string; etat: string }[];
  const [locker] = lockers.filter(({ etat }) => etat === "Libre");
  const [other] = lockers.filter(({ etat }) => etat === "Occupé");
  if (!locker || !other) throw new Error("the demonstration has no such lockers");
  const start = (idCasier: number) =>
    field("POST", "/terrain/occupations", { idCasier, idUtilisateur: body.id });
  await start(other.id);
  await start(locker.id);
  await field("POST", `/terrain/casiers/${locker.id}/code`, { code: "123456" });
  return { person: Number(body.id), locker, other };
}

/** Somebody began a stay fifty minutes ago that was over ten minutes later, of which no controller told. */
async function forgotten(url: string) {
  const { admin, field } = await callers(url);
  const { body } = await field("POST", "/terrain/utilisateurs", {
    email: "lea@recit.test",
    nom: "Oubli",
    prenom: "Léa",
  });
  const minute = 60_000;
  const start = (Math.floor(Date.now() / minute) - 50) * minute;
  const { body: all } = await admin("GET", "/admin/station/1/casiers");
  for (const { id, etat } of all as unknown as { id: number; etat: string }[]) {
    if (etat !== "Libre") continue;
    const debut = new Date(start).toISOString();
    const stay = { idCasier: id, idUtilisateur: body.id, debut };
    if ((await field("POST", "/terrain/occupations", stay)).status === 201) break;
  }
  const inParis = { timeZone: "Europe/Paris", hourCycle: "h23" } as const;
  const over = new Date(start + 10 * minute);
  return {
    person: Number(body.id),
    end: {
      day: over.toLocaleDateString("fr-FR", inParis).replaceAll("/", "-"),
      hour: over.toLocaleTimeString("fr-FR", { ...inParis, timeStyle: "short" }),
    },
  };
}

const search = (page: Page) => page.getByRole("combobox", { name: /^Chercher une personne/ });
const why = (page: Page) => page.getByRole("region", { name: "Pourquoi la porte ne s'ouvre pas" });
const acts = (page: Page) => page.getByRole("region", { name: "Que faire maintenant" });

test.use({ serverName: "call" });

test.describe("la hotline", () => {
  test.use({ account: "hotline" });

  test("retrouve une personne par son numéro, lit la cause, donne un code, imprime, et met fin à l'utilisation", async ({
    page,
    server,
  }) => {
    const { locker, person } = await incident(server.url, "0655443322", "zoe@recit.test");
    await page.goto("/recit");
    await expect(search(page)).toBeFocused();
    await page.keyboard.type("+33 6 55.44.33.22");
    await expect(page.getByRole("option", { name: /Zoé Perrin/ })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`usager=${person}$`));

    await page.goto(`/recit?usager=${person}&casier=${locker.id}`);
    await expect(why(page)).toContainText("aucun code n'avait été donné pour cette porte");
    await expect(why(page)).toContainText("Certain");
    await expect(page.getByRole("region", { name: "En cours" })).toContainText("Prix actuel");
    await expect(page.getByRole("link", { name: "06 55 44 33 22" })).toHaveAttribute(
      "href",
      /^tel:/,
    );
    await expectAccessible(page);
    await acts(page)
      .getByRole("button", { name: "Générer le code d'ouverture à distance" })
      .click();
    await expect(acts(page).getByRole("region", { name: "Code d'ouverture" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Dernières 24 heures" })).toContainText(
      "Code d'ouverture donné",
    );

    // From the page of the person too; on paper it is white, without menu or buttons.
    await page.goto(`/gestion-utilisateurs-exploitant/${person}/details`);
    await page.getByRole("main").getByRole("link", { name: "Récit d'appel" }).click();
    await expect(title(page)).toHaveText("Récit d'appel");
    await expect(why(page)).toBeVisible();
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await expect(why(page)).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Menu principal" })).toBeHidden();
    await expect(page.getByRole("button", { name: "Déconnexion" })).toBeHidden();
    await expect(search(page)).toBeHidden();
    await expect(acts(page)).toBeHidden();
    await expect(page.getByRole("main").getByRole("button")).toHaveCount(
      await page.getByRole("region", { name: "Dernières 24 heures" }).getByRole("button").count(),
    );
    const head = page.locator("[data-printed]");
    await expect(head).toHaveAttribute("data-operator", "Métropole de Grandval");
    await expect(head).toHaveAttribute(
      "data-printed",
      /^Imprimé le \d\d\/\d\d\/\d{4}\sà\s\d\dh\d\d par Nadia Benali$/,
    );
    await expect(page.locator("body")).toHaveCSS("background-color", "rgb(255, 255, 255)");
    await expect(page.locator("body")).toHaveCSS("color", "rgb(0, 0, 0)");
    await page.emulateMedia({ media: "screen", colorScheme: "light" });

    await page.getByRole("button", { name: /^Ne pas faire payer, / }).click();
    const dialog = page.getByRole("dialog", { name: "Ne pas faire payer" });
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Confirmer" }).click();
    const details = page.getByRole("dialog", { name: "Détails du paiement" });
    await expect(details).toContainText("GRATUIT");
    await details.getByRole("button", { name: "Fermer" }).click();
    await acts(page).getByRole("button", { name: "Mettre fin à l'utilisation" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Confirmer" }).click();
    await expect(page.getByText("L'occupation est terminée !")).toBeVisible();
    await expect(page.getByText("Cette personne n'a aucune utilisation en cours.")).toBeVisible();
    await expect(page.getByRole("region", { name: "Dernières 24 heures" })).toContainText(
      "Fin de l'utilisation",
    );
  });

  test("met fin à une utilisation à l'heure où elle s'est terminée, au clavier", async ({
    page,
    server,
  }) => {
    const { person, end } = await forgotten(server.url);
    await page.goto(`/recit?usager=${person}`);
    await acts(page).getByRole("button", { name: "Mettre fin à l'utilisation" }).click();
    const dialog = page.getByRole("dialog", { name: "Mettre fin à l'utilisation" });
    await expect(dialog.getByRole("button", { name: "Retour" })).toBeFocused();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Space");
    const day = dialog.getByRole("textbox", { name: "Date de fin" });
    await expect(day).toHaveValue(/^\d\d-\d\d-\d{4}$/);
    await expectAccessible(page);
    await dialog.getByRole("textbox", { name: "Commentaire" }).fill("La porte n'a pas été vue");
    await dialog.getByRole("textbox", { name: "Heure de fin" }).fill("25h");
    await page.keyboard.press("Enter");
    await expect(dialog).toContainText("Le format de l'heure n'est pas correct");
    await day.fill("01-01-2020");
    await dialog.getByRole("textbox", { name: "Heure de fin" }).fill(end.hour);
    await page.keyboard.press("Enter");
    await expect(dialog).toContainText("La fin doit suivre le début.");
    await expect(day).toBeFocused();
    await onPhone(page, () => expectAccessible(page));
    await day.fill(end.day);
    await page.keyboard.press("Enter");
    await expect(page.getByText("L'occupation est terminée !")).toBeVisible();
    await expect(page.getByRole("region", { name: "Dernières 24 heures" })).toContainText(
      `terminée dès le ${end.day.replaceAll("-", "/")} ${end.hour}`,
    );
  });

  test("trouve un casier depuis l'accueil et par la palette, au clavier", async ({ page }) => {
    await page.goto("/");
    await expect(title(page)).toHaveText("Accueil");
    const field = page.getByRole("combobox", { name: "Chercher chez Métropole de Grandval" });
    await page.keyboard.press("/");
    await expect(field).toBeFocused();
    await page.keyboard.type("gare centrale A1");
    const found = page.getByRole("group", { name: "Casiers et espaces" });
    await expect(found.getByRole("option").first()).toContainText("Casier A1");
    await expectAccessible(page);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/tb-stations\/1\/details\?ouvertes=1#casier-1$/);

    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog");
    await palette.getByRole("textbox").fill("gare centrale A1");
    await expect(palette.getByText("Casier A1", { exact: true })).toBeVisible();
    await expectAccessible(page);
  });
});

test.describe("le mainteneur, sur un téléphone", () => {
  test.use({ account: "mainteneur", viewport: { width: 390, height: 844 }, hasTouch: true });

  test("lit ce qui concerne un casier, et rien des personnes", async ({ page, server }) => {
    const { other } = await incident(server.url, "0655443326", "ana@recit.test");
    await page.goto("/recit");
    await search(page).fill("0655443326");
    await expect(page.getByText(/^Aucun résultat\. Vérifiez/)).toBeVisible();
    await search(page).fill(`gare centrale ${other.nom}`);
    await page
      .getByRole("option", { name: new RegExp(`^Casier ${other.nom} `) })
      .first()
      .click();
    await expect(why(page)).toContainText("occupé");
    await expect(acts(page).getByRole("button", { name: "Ouvrir le casier" })).toBeInViewport();
    await acts(page)
      .getByRole("button", { name: /^Autres actions/ })
      .click();
    await expect(acts(page).getByRole("button", { name: "Mettre hors service" })).toBeInViewport();
    await expect(page.getByText("Perrin")).toHaveCount(0);
    await expect(page.getByRole("region", { name: "Paiements" })).toHaveCount(0);
    await expectFits(page);
    await expectAccessible(page);
  });
});
