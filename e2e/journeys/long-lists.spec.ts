import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { chevron, title } from "../support/shell.ts";

const COUNT = 5_000;

test.use({ account: "gestionnaire" });

/** Opens the list of stations as an operator with `count` of them sees it. */
async function open(page: Page, count = COUNT) {
  await page.route("**/api/admin/station/exploitant/*", async (route) => {
    const answer = await route.fetch();
    const [station] = (await answer.json()) as Record<string, unknown>[];
    const json = Array.from({ length: count }, (_, index) => ({
      ...station,
      id: 100_000 + index,
      libelleAdmin: `L-${index + 1}`,
      nom: `Gare ${index + 1}`,
    }));
    await route.fulfill({ response: answer, json });
  });
  await page.goto("/gestion-stations");
  await expect(title(page)).toBeVisible();
}

const scrollToEnd = (page: Page) =>
  page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
/** Goes on to the end, which moves when rows that were never shown are higher or lower than expected. */
async function scrollUntilVisible(page: Page, end: Locator) {
  await expect(async () => {
    await scrollToEnd(page);
    await expect(end).toBeInViewport({ timeout: 500 });
  }).toPass();
}
const heading = (page: Page, name: string) => page.getByRole("rowheader", { name, exact: true });

test("une liste de 5 000 stations ne dessine que les lignes proches de l'écran", async ({
  page,
}) => {
  await open(page);
  await expect(heading(page, "L-1")).toBeInViewport();
  expect(await page.getByRole("row").count()).toBeLessThan(100);
  const table = page.getByRole("table");
  await expect(table).toHaveAttribute("aria-rowcount", String(COUNT + 1));
  await expectAccessible(page);

  const columns = () =>
    page.getByRole("columnheader").evaluateAll((cells) => cells.map((cell) => cell.clientWidth));
  const before = await columns();
  await chevron(page, "Gare 2").click();
  const details = page.getByRole("region", { name: "Détails de Gare 2" });
  await expect(details).toBeVisible();

  const last = heading(page, `L-${COUNT}`);
  await scrollUntilVisible(page, last);
  await expect(page.locator(`tr[aria-rowindex="${COUNT + 1}"]`)).toContainText(`L-${COUNT}`);
  expect(await columns()).toEqual(before);
  expect(await page.getByRole("row").count()).toBeLessThan(100);

  // The open row and the one with the focus are kept, however far they are.
  await expect(details).toBeAttached();
  await expect(chevron(page, "Gare 2")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(heading(page, "L-2")).toBeInViewport();
  await expect(details).toBeVisible();

  await test.step("les lignes se suivent sans trou quand on revient en arrière", async () => {
    await scrollToEnd(page);
    await expect(heading(page, `L-${COUNT}`)).toBeInViewport();
    for (let turn = 0; turn < 5; turn++) {
      await page.mouse.wheel(0, -1_500);
      await expect
        .poll(() =>
          page.evaluate(() => {
            const row = document.elementFromPoint(700, 500)?.closest("tr");
            const next = row?.closest("tbody")?.nextElementSibling?.querySelector("tr");
            const index = (one?: Element | null) => Number(one?.getAttribute("aria-rowindex"));
            return index(next) - index(row);
          }),
        )
        .toBe(1);
    }
  });

  await test.step("« retour » rend la liste à sa place", async () => {
    await page.evaluate(() => window.scrollTo(0, 100_000));
    await expect(heading(page, "L-1")).not.toBeAttached();
    const rows = page.getByRole("row").filter({ has: page.getByRole("link") });
    // One that is on screen: a click scrolls to any other.
    const shown = await rows.evaluateAll((all) =>
      all.findIndex((row) => row.getBoundingClientRect().top > 300),
    );
    const name = String(await rows.nth(shown).getByRole("rowheader").textContent());
    const place = await heading(page, name).boundingBox();
    await rows
      .filter({ has: heading(page, name) })
      .getByRole("link")
      .click();
    await expect(page).toHaveURL(/gestion-stations\/\d+/);
    await expect(heading(page, name)).not.toBeAttached(); // the address changes before the page does
    await expect(page.getByText("Cette station n'existe pas ou n'existe plus.")).toBeVisible();
    await page.goBack();
    await expect(heading(page, name)).toBeVisible();
    await expect
      .poll(async () =>
        Math.abs(((await heading(page, name).boundingBox())?.y ?? 0) - (place?.y ?? 0)),
      )
      .toBeLessThan(50);
  });
});

test("l'impression et la recherche du navigateur ont toutes les lignes", async ({ page }) => {
  const count = 600;
  await open(page, count);
  await expect(heading(page, "L-1")).toBeVisible();
  const rows = () => page.locator("tbody th").count();
  const whilePrinting = await page.evaluate(() => {
    window.dispatchEvent(new Event("beforeprint"));
    return document.querySelectorAll("tbody th").length;
  });
  expect(whilePrinting).toBe(count);
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await expect.poll(rows).toBeLessThan(100);
  await page.keyboard.press("ControlOrMeta+f");
  await expect.poll(rows).toBe(count);
});

test.describe("sur un téléphone", () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: "dark" });

  test("une liste de 5 000 cartes s'ouvre et défile jusqu'au bout", async ({ page }) => {
    await open(page);
    const cards = page.locator("ul > li[aria-setsize]");
    await expect(cards.first()).toContainText("L-1");
    await expect(cards.first()).toHaveAttribute("aria-setsize", String(COUNT));
    await expectAccessible(page);
    await chevron(page, "Gare 1").click();
    await expect(page.getByRole("region", { name: "Détails de Gare 1" })).toBeVisible();
    const end = page.locator(`li[aria-posinset="${COUNT}"]`);
    await scrollUntilVisible(page, end);
    await expect(end).toContainText(`L-${COUNT}`);
    expect(await cards.count()).toBeLessThan(100);
    const [above, below] = [await cards.nth(-2).boundingBox(), await end.boundingBox()];
    expect(Math.round((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0))).toBe(12);
  });
});
