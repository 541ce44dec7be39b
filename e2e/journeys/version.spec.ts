import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures.ts";

// A new version is deployed while a page is open: the chunks of its version are gone from the server.
test.use({ account: "admin" });

/** Answers 404 for the chunk of that name; `times` limits it to the version that the page was loaded with. */
const removeChunk = (page: Page, name: string, times?: number) =>
  page.route(
    new RegExp(`/assets/${name}-[^/]*\\.js$`),
    (route) => route.fulfill({ status: 404, body: "" }),
    times === undefined ? {} : { times },
  );

test("la palette qui n'existe plus et la nouvelle version proposée laissent ce qui est saisi", async ({
  page,
  context,
}) => {
  await page.goto("/creation-station");
  await removeChunk(page, "Palette");
  await page.getByLabel("Nom *").fill("Gare sud");
  await page.keyboard.press("Control+K");
  await expect(page.getByRole("alert")).toContainText("rechargez la page");
  await expect(page.getByLabel("Nom *")).toHaveValue("Gare sud");
  await expect(page.getByRole("navigation", { name: "Menu principal" })).toBeVisible();

  // The new version is offered, and loses nothing either.
  await page.route("/", (route) =>
    route.fulfill({ contentType: "text/html", body: '<script src="/assets/index-neuf.js">' }),
  );
  await context.setOffline(true);
  await expect(page.getByText("Hors connexion")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("Une nouvelle version de la console est en ligne.")).toBeVisible();
  await page.getByRole("button", { name: "Recharger" }).click();
  await page.getByRole("dialog", { name: "Annulation" }).getByText("Retour").click();
  await expect(page.getByLabel("Nom *")).toHaveValue("Gare sud");
});

test("une page qui n'existe plus est rechargée dans la nouvelle version, ou dit qu'elle manque", async ({
  page,
}) => {
  await page.goto("/tb-stations");
  await removeChunk(page, "ListPage", 1);
  await page.getByRole("link", { name: "Gestion des tarifs" }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: "Gestion des conditions tarifaires" }),
  ).toBeVisible();

  // Its code is still missing after that.
  await page.goto("/tb-stations");
  await removeChunk(page, "ListPage");
  await page.getByRole("link", { name: "Gestion des tarifs" }).click();
  const main = page.getByRole("main");
  await expect(main.getByRole("alert")).toContainText("Cette page n'a pas pu être chargée.");
  await expect(page.getByRole("navigation", { name: "Menu principal" })).toBeVisible();
  await expect(main.getByRole("button", { name: "Recharger" })).toBeVisible();
  await page.getByRole("link", { name: "Accueil", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Accueil" })).toBeVisible();
});
