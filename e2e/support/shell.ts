import { expect, type Locator, type Page, test } from "@playwright/test";

/** The entries of the administrators' menu, in order. */
export function adminEntries(page: Page): Locator {
  return page.getByRole("region", { name: "Administration" }).getByRole("link");
}

/** The entries of the chosen operator's menu, in order. */
export function operatorEntries(page: Page): Locator {
  return page.getByRole("region", { name: "Exploitants" }).getByRole("link");
}

/** Chooses another operator in the selector of the side menu. */
export async function switchOperator(page: Page, name: string): Promise<void> {
  const option = page.getByRole("option", { name });
  // A page that has just come takes the focus, which closes the choices.
  await expect(async () => {
    if (!(await option.isVisible())) {
      await page.getByRole("combobox", { name: "Exploitants" }).click();
    }
    await option.click({ timeout: 1_000 });
  }).toPass();
}

/** The title of the page: the first heading, because the page of components has others. */
export function title(page: Page): Locator {
  return page.getByRole("heading", { level: 1 }).first();
}

/** The bar with the operator and the account; an open drawer has another header. */
export function topBar(page: Page): Locator {
  return page
    .getByRole("banner")
    .filter({ has: page.getByRole("button", { name: "Déconnexion" }) });
}

/** The button that opens the row of a station. */
export function chevron(page: Page, station: string): Locator {
  return page.getByRole("button", { name: `Détails de ${station}`, exact: true });
}

/**
 * Loads each address and looks at its page, a step each. A test each would start with an empty browser, which takes
 * longer than most pages do.
 */
export async function visit(
  page: Page,
  paths: string[],
  look: (path: string) => Promise<void>,
): Promise<void> {
  for (const path of paths) {
    await test.step(path, async () => {
      await page.goto(path);
      await look(path);
    });
  }
}

export const desk = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

/** Checks that nothing on the page is wider than the screen. */
export async function expectFits(page: Page): Promise<void> {
  // Cards below the screen are laid out once they are reached: all are now.
  await page.evaluate(() => {
    for (const card of document.querySelectorAll("li")) card.style.contentVisibility = "visible";
  });
  const sideways = () => page.evaluate(() => document.documentElement.scrollWidth);
  await expect.poll(sideways, page.url()).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
}

/** Looks at the page on a phone, where it fits the width, and puts it back on a desk. */
export async function onPhone(page: Page, look: () => Promise<void>): Promise<void> {
  await page.setViewportSize(phone);
  await look();
  await expectFits(page);
  await page.setViewportSize(desk);
}

/** Waits for an answer, so that the requests which the page sent before have been seen. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => void (await fetch("/favicon.svg")));
}
