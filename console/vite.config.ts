import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { bundled } from "./scripts/bundled.ts";

export default defineConfig({
  plugins: [react(), bundled()],
  resolve: { tsconfigPaths: true },
  // The server replaces this mark by a fresh nonce in each page it serves.
  html: { cspNonce: "CSP_NONCE" },
  build: {
    outDir: "dist",
    target: "es2023",
    emptyOutDir: true,
    // What a score of screens share comes in one file: dozens of small ones compress worse, and each
    // has its headers. Forms stay apart, with what imports them: most screens have one, but not
    // those that one opens first. e2e/journeys/poids.spec.ts weighs the outcome.
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
  // A whole page under a busy machine takes longer than the five seconds of the default.
  test: { environment: "jsdom", setupFiles: "src/test/setup.ts", css: false, testTimeout: 20_000 },
});
