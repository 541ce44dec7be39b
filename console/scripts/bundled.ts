import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Plugin } from "vite";

/**
 * Lists the npm packages whose code a build delivers, for the licence notices and the bill of materials
 * (internal/notices): bundled/PAGE.json holds their folders, as package-lock.json names them. Vite's own list
 * (build.license) leaves out the fonts, and whatever is inlined or reaches the console through style sheets.
 */
export function bundled(): Plugin {
  let root = "";
  let page = "index.html";
  return {
    name: "bundled",
    apply: "build",
    configResolved(config) {
      root = config.root;
      page = String(config.build.rolldownOptions.input ?? page);
    },
    async generateBundle(_, bundle) {
      const assets = Object.values(bundle).flatMap((part) =>
        part.type === "asset" ? part.originalFileNames : [],
      );
      const folders = new Set<string>();
      for (const file of [...this.getModuleIds(), ...assets]) {
        const folder = packageOf(
          path.relative(path.dirname(root), path.resolve(root, file.replace(/^\0/, ""))),
        );
        if (folder) {
          folders.add(folder);
        }
      }
      await mkdir(path.join(root, "bundled"), { recursive: true });
      await writeFile(
        path.join(root, "bundled", `${page}.json`),
        `${JSON.stringify([...folders].sort())}\n`,
      );
    },
  };
}

function packageOf(file: string) {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file.replaceAll(path.sep, "/"))?.[0];
}
