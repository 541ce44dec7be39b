import type { Page, Response } from "@playwright/test";
import { expect, test } from "../support/fixtures.ts";
import { title } from "../support/shell.ts";

/** What follows changes is loaded once the page is quiet, which may be before or after Playwright finds it so. */
const later = /\/assets\/share-/;

/** Loads a page with an empty cache until it shows its title, and returns the bytes of JavaScript transferred. */
async function scriptBytes(page: Page, path: string, heading: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const scripts = new Set<string>();
  let bytes = 0;
  session.on("Network.responseReceived", ({ requestId, response }) => {
    const { pathname } = new URL(response.url);
    if (pathname.endsWith(".js") && !later.test(pathname)) scripts.add(requestId);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto(path);
  await expect(title(page)).toHaveText(heading);
  await page.waitForLoadState("networkidle");
  return bytes;
}

/** Below this size compression gains nothing, and the build does not compress. */
const worthCompressing = 1024;

test("la page de connexion charge au plus 165 ko de JavaScript, compressé et gardé par le navigateur", async ({
  page,
}) => {
  const answers: Response[] = [];
  page.on("response", (response) => {
    if (/\/assets\/.*\.(js|css)$/.test(response.url())) answers.push(response);
  });
  const bytes = await scriptBytes(page, "/connexion", "Connexion");
  test.info().annotations.push({ type: "octets", description: String(bytes) });
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(165_000);
  expect(answers.length).toBeGreaterThan(1);
  for (const answer of answers) {
    const headers = await answer.allHeaders();
    expect(headers["cache-control"]).toContain("immutable");
    if ((await answer.body()).length > worthCompressing) {
      expect(headers["content-encoding"], answer.url()).toMatch(/^(br|gzip)$/);
    }
  }
});

test.describe("avec une session", () => {
  test.use({ account: "gestionnaire" });

  test("la liste des stations charge au plus 195 ko de JavaScript", async ({ page }) => {
    const bytes = await scriptBytes(page, "/tb-stations", "Mes stations");
    test.info().annotations.push({ type: "octets", description: String(bytes) });
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThanOrEqual(195_000);
  });
});
