// Checks an OpenAPI document with Spectral: node spectral.mjs DOCUMENT. Any finding, warnings included, is a failure.
// Spectral's command would need 86 more packages.
import { readFile } from "node:fs/promises";
import spectral from "@stoplight/spectral-core";
import parsers from "@stoplight/spectral-parsers";
import ruleset from "./ruleset.mjs";

const [path] = process.argv.slice(2);
const linter = new spectral.Spectral();
linter.setRuleset(ruleset);
const document = new spectral.Document(await readFile(path, "utf8"), parsers.Json, path);
const findings = await linter.run(document);
for (const { code, message, path: at, range } of findings) {
  console.error(`${path}:${range.start.line + 1} ${code} ${message} (${at.join(".")})`);
}
if (findings.length > 0) process.exit(1);
console.log(`${path}: no finding of Spectral`);
