import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { bundled } from "./scripts/bundled.ts";

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
  // Rendering a whole page on a busy machine takes longer than the default of five seconds.
  test: { environment: "jsdom", setupFiles: "src/test/setup.ts", css: false, testTimeout: 20_000 },
});
