import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Fails on any serious or critical violation in the page as it stands, open modals included. */
export async function expectAccessible(page: Page): Promise<void> {
  // The legacy mode spares a second page each time; all it lacks is frames: what they show is looked at by itself.
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ["violations"] })
    .setLegacyMode()
    .analyze();
  const grave = violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((n) => n.html).join("\n  ")}`);
  expect(grave, `axe on ${page.url()}`).toEqual([]);
}
