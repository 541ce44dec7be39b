import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import axe, { type AxeResults, type NodeResult, type RunOptions } from "axe-core";

/** What axe-core's types leave out: the rules with the impact of their violations. */
interface Audit {
  _audit: { rules: { id: string; impact: string | null }[] };
}

/** The rules whose violations `expectAccessible` would ignore: they take a third of the time. */
const slight = (axe as unknown as Audit)._audit.rules.filter(
  ({ impact }) => impact === "minor" || impact === "moderate",
);

/** What runs in the page: a page takes a third longer to read `axe.source`, which is not minified. */
const minified = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

const options: RunOptions = {
  resultTypes: ["violations"],
  rules: Object.fromEntries(slight.map(({ id }) => [id, { enabled: false }])),
  // The content of a frame is checked on its own, where it is the page.
  iframes: false,
  // None of the rules left needs the style sheets and media that axe loads in advance.
  preload: false,
};

/** Fails on any serious or critical violation in the current page, including open modals. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await analyze(page);
  const grave = violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, help, nodes }) => [`${id}: ${help}`, ...nodes.map(told)].join("\n  "));
  expect(grave, `axe on ${page.url()}`).toEqual([]);
}

const told = ({ html, any }: NodeResult) => [html, ...any.map(({ message }) => message)].join(" ");

/** Rows and figures that are read again, half transparent meanwhile. A table read for the first time has no row. */
const dimmed = "table[aria-busy=true]:has(tbody th), ul[aria-busy=true], [data-stale]";

/** Runs axe in the page, which keeps it for its next state. */
async function analyze(page: Page): Promise<AxeResults> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(minified);
  await expect(page.locator(dimmed)).toHaveCount(0);
  await page.evaluate(settled);
  return page.evaluate(
    (asked) => (window as unknown as { axe: typeof axe }).axe.run(asked),
    options,
  );
}

/** Waits, in the page, for what still fades in or out: half transparent, a text has too little contrast. */
async function settled(): Promise<void> {
  const ending = document
    .getAnimations()
    .filter(({ playState }) => playState === "running")
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}
