import { defineConfig } from "@playwright/test";
import type { ServerOptions, SiteOptions } from "./support/fixtures.ts";

const onPhone = ["phone.spec.ts", "maintenance.spec.ts"];

/** The journeys of accounts: what they begin at one node goes on at the other, since each call may reach either. */
const onTwoNodes = [
  "own-account.spec.ts",
  "passkey.spec.ts",
  "password.spec.ts",
  "second-factor.spec.ts",
  "session.spec.ts",
  "sessions.spec.ts",
  "single-sign-on.spec.ts",
  "step-up.spec.ts",
  "two-nodes.spec.ts",
];

export default defineConfig<ServerOptions, SiteOptions>({
  testDir: "journeys",
  globalSetup: "./support/seed.ts",
  outputDir: "test-results",
  forbidOnly: true,
  fullyParallel: false,
  workers: 2,
  retries: 0,
  // Twice what the longest journey takes on a machine that does other things too.
  timeout: 60_000,
  expect: { timeout: 7_000 },
  reporter: [["list"]],
  use: {
    locale: "fr-FR",
    timezoneId: "Europe/Paris",
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [
    {
      name: "desktop",
      testIgnore: [...onPhone, ...onTwoNodes],
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: "two-nodes",
      testMatch: onTwoNodes,
      use: { viewport: { width: 1440, height: 900 }, twoNodes: true },
    },
    {
      name: "phone",
      testMatch: onPhone,
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    },
  ],
});
