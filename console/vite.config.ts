import { readdirSync, readFileSync } from "node:fs";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { bundled } from "./scripts/bundled.ts";

const isolated = /vi\.(mock|resetModules)\(/;

/** The tests that replace a module or import it anew, which they would do to any other file beside them. */
const alone = readdirSync(`${import.meta.dirname}/src`, { recursive: true, encoding: "utf8" })
  .map((file) => `src/${file}`)
  .filter((file) => /\.test\.tsx?$/.test(file))
  .filter((file) => isolated.test(readFileSync(`${import.meta.dirname}/${file}`, "utf8")));

export default defineConfig({
  plugins: [react(), bundled()],
  resolve: { tsconfigPaths: true },
  // The server replaces this placeholder with a new nonce in each page it serves.
  html: { cspNonce: "CSP_NONCE" },
  build: {
    outDir: "dist",
    target: "es2023",
    emptyOutDir: true,
    // Code that many screens share goes into one chunk: dozens of small files compress worse, and each has
    // its headers. Forms are kept apart, with what imports them: most screens have one, but those opened
    // first do not. e2e/journeys/poids.spec.ts checks the resulting sizes.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: "commun",
              minShareCount: 20,
              test: (id) => !/hook-form|\/ui\/fields\.tsx$/.test(id),
            },
          ],
        },
      },
    },
  },
  server: { host: "127.0.0.1", port: 5173, proxy: { "/api": "http://127.0.0.1:8080" } },
  test: {
    environment: "jsdom",
    setupFiles: "src/test/setup.ts",
    css: false,
    // A passing test takes at most a second or two; on a machine busy with other work, ten times as long.
    testTimeout: 60_000,
    // The default leaves one core to others: on two cores, files would wait for each other.
    maxWorkers: "100%",
    // Files share the modules of their worker: to import them anew for each file is a third of the time.
    projects: [
      {
        extends: true,
        test: {
          name: "shared",
          include: ["src/**/*.test.{ts,tsx}"],
          exclude: alone,
          isolate: false,
        },
      },
      { extends: true, test: { name: "alone", include: alone } },
    ],
  },
});
