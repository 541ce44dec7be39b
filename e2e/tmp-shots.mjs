import { chromium } from "@playwright/test";
const [, , base, out] = process.argv;
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
for (const [name, width, height] of [["1440", 1440, 900], ["390", 390, 844]]) {
  const context = await browser.newContext({ viewport: { width, height }, locale: "fr-FR", timezoneId: "Europe/Paris" });
  const p = await context.newPage();
  await p.goto(base + "/connexion", { waitUntil: "domcontentloaded" });
  await p.locator("input").first().fill("gestionnaire@grandval.test");
  await p.locator("input[type=password]").fill("Consigne-demo-2026");
  await p.keyboard.press("Enter");
  await p.waitForTimeout(5000);
  await p.goto(base + "/historique-utilisations-exploitant", { waitUntil: "domcontentloaded" });
  await p.waitForTimeout(4000);
  await p.screenshot({ path: `${out}/hist-${name}.png` });
  await p.locator("tbody tr, [role=row]").nth(2).click().catch(() => {});
  await p.waitForTimeout(1500);
  await p.screenshot({ path: `${out}/hist-open-${name}.png`, fullPage: true });
  await p.getByRole("button", { name: /^Filtrer/ }).first().click();
  await p.waitForTimeout(1500);
  await p.screenshot({ path: `${out}/hist-filter-${name}.png` });
  await context.close();
}
await browser.close();
