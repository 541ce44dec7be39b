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

test("la palette qui n'existe plus laisse la page et ce qui y est saisi", async ({ page }) => {
  await page.goto("/creation-station");
  await removeChunk(page, "Palette");
  await page.getByLabel("Nom *").fill("Gare sud");
  await page.keyboard.press("Control+K");
  await expect(page.getByRole("alert")).toContainText("rechargez la page");
  await expect(page.getByLabel("Nom *")).toHaveValue("Gare sud");
  await expect(page.getByRole("navigation", { name: "Menu principal" })).toBeVisible();
});

test("une page qui n'existe plus est rechargée dans la nouvelle version", async ({ page }) => {
  await page.goto("/tb-stations");
  await removeChunk(page, "ListPage", 1);
  await page.getByRole("link", { name: "Gestion des tarifs" }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: "Gestion des conditions tarifaires" }),
  ).toBeVisible();
});
