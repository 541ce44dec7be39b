import { chromium } from "@playwright/test";
const [, , base, out] = process.argv;
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
for (const [name, width, height, scheme] of [["1440", 1440, 1300, "light"], ["390", 390, 1200, "light"], ["dark", 1440, 1300, "dark"]]) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, locale: "fr-FR", timezoneId: "Europe/Paris" });
  const p = await context.newPage();
  await p.goto(base + "/connexion", { waitUntil: "domcontentloaded" });
  await p.locator("input").first().fill("gestionnaire@grandval.test");
  await p.locator("input[type=password]").fill("Consigne-demo-2026");
  await p.keyboard.press("Enter");
  await p.waitForTimeout(4000);
  await p.goto(base + "/dashboard-metabase-exploitant", { waitUntil: "domcontentloaded" });
  await p.waitForTimeout(5000);
  await p.screenshot({ path: `${out}/dash-${name}.png` });
  const frame = p.frames().find((f) => f.url().includes("tableau-de-bord"));
  if (frame) {
    for (let i = 1; i <= 3; i++) {
      await frame.evaluate((y) => window.scrollTo(0, y), i * 930);
      await p.waitForTimeout(700);
      await p.locator("iframe").screenshot({ path: `${out}/dash-${name}-${i}.png` });
    }
  }
  await context.close();
}
await browser.close();
