import { defineConfig } from "@playwright/test";
import type { ServerOptions, SiteOptions } from "./support/fixtures.ts";

const onPhone = ["phone.spec.ts", "maintenance.spec.ts"];

/** The journeys of accounts, which pass from one node to the other at each call. */
const onBoth = [
  "passkey.spec.ts",
  "single-sign-on.spec.ts",
  "second-factor.spec.ts",
  "own-account.spec.ts",
  "password.spec.ts",
  "step-up.spec.ts",
  "session.spec.ts",
  "sessions.spec.ts",
];
const onTwoNodes = ["two-nodes.spec.ts"];

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
      name: "bureau",
      testIgnore: [...onPhone, ...onTwoNodes],
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: "deux-noeuds",
      testMatch: [...onBoth, ...onTwoNodes],
      use: { viewport: { width: 1440, height: 900 }, twoNodes: true },
    },
    {
      name: "téléphone",
      testMatch: onPhone,
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    },
  ],
});
