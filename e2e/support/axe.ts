import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Fails on any serious or critical violation in the current page, including open modals. */
export async function expectAccessible(page: Page): Promise<void> {
  // Legacy mode saves opening a second page each time. It does not check frames, whose contents are checked on their
  // own.
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ["violations"] })
    .setLegacyMode()
    .analyze();
  const grave = violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((n) => n.html).join("\n  ")}`);
  expect(grave, `axe on ${page.url()}`).toEqual([]);
}
