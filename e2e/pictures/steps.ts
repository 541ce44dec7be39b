import { expect, type Locator, type Page } from "@playwright/test";

/** Opens, fills in or chooses something on the page, of which a picture is then taken. */
export type Step = (page: Page) => Promise<unknown>;
type Name = string | RegExp;

const dialogs = (page: Page) => page.locator("[role=dialog]:visible, [role=alertdialog]:visible");

/** Where somebody looks: the dialog that was opened last, or the page. */
async function front(page: Page): Promise<Locator> {
  const dialog = dialogs(page).last();
  return (await dialog.isVisible()) ? dialog : page.getByRole("main");
}

/** By its whole name, or by what its name matches. */
const named = (name: Name) => ({ name, exact: true });

/** Presses the first button or tab with that name, or the one at that place. */
export const press =
  (name: Name, at = 0): Step =>
  async (page) => {
    const within = await front(page);
    const button = within.getByRole("button", named(name));
    await button
      .or(within.getByRole("tab", named(name)))
      .nth(at)
      .click();
  };

export const follow =
  (name: Name): Step =>
  async (page) => {
    const address = page.url();
    await (await front(page)).getByRole("link", named(name)).first().click();
    await page.waitForURL((url) => url.href !== address);
  };

/** Presses it in the section with that title. */
export const pressIn =
  (section: Name, name: Name, at = 0): Step =>
  (page) =>
    page
      .getByRole("region", named(section))
      .first()
      .getByRole("button", named(name))
      .nth(at)
      .click();

export const choose =
  (role: "menuitem" | "option", name: Name): Step =>
  (page) =>
    page.getByRole(role, named(name)).first().click();

/** By keyboard, since a bar at the foot of a phone may cover it. */
export const check =
  (label: Name, at = 0): Step =>
  async (page) => {
    await (await front(page)).getByRole("checkbox", named(label)).nth(at).focus();
    await page.keyboard.press("Space");
  };

export const flip =
  (label: Name): Step =>
  async (page) =>
    (await front(page)).getByRole("switch", named(label)).first().click({ force: true });

/** Types into the field with that label. */
export const type =
  (label: Name, text: string, at = 0): Step =>
  async (page) => {
    const field = (await front(page))
      .getByLabel(label)
      .and(page.locator("input, textarea"))
      .nth(at);
    await field.fill(text);
  };

export const key =
  (name: string): Step =>
  (page) =>
    page.keyboard.press(name);

/** Waits until the text is there, for what is not loaded by a call. */
export const see =
  (text: Name): Step =>
  (page) =>
    expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();

/** Does one after the other, of which one picture is taken. */
export const all =
  (...steps: Step[]): Step =>
  async (page) => {
    for (const step of steps) await step(page);
  };

/** Closes every dialog first. */
export const anew = (...steps: Step[]): Step =>
  all(
    async (page) => {
      for (let times = 0; times < 4 && (await dialogs(page).count()) > 0; times++) {
        const open = await dialogs(page).count();
        await page.keyboard.press("Escape");
        await expect(dialogs(page))
          .toHaveCount(open - 1, { timeout: 2_000 })
          .catch(() => undefined);
      }
    },
    ...steps,
  );

/** Loads the page again, without what was opened and typed. */
export const afresh = (...steps: Step[]): Step =>
  all(
    async (page) => {
      const address = page.url();
      await page.goto("about:blank");
      await page.goto(address);
    },
    ...steps,
  );

export const onPaper: Step = (page) => page.emulateMedia({ media: "print" });

/** Scrolls it into view, since a picture shows only what is there of what scrolls by itself. */
export const scrollTo =
  (selector: string): Step =>
  (page) =>
    page.locator(selector).last().scrollIntoViewIfNeeded();
