// Usage: fold.mjs TABLE OUTPUT. Writes the table of the server's fold as a TypeScript module.
import { readFile, writeFile } from "node:fs/promises";

const [source, output] = process.argv.slice(2);
const table = JSON.parse(await readFile(source, "utf8"));
const rows = Object.entries(table)
  .flatMap(([form, characters]) => [...characters].map((one) => [one.codePointAt(0), form]))
  .sort(([a], [b]) => a - b);
const key = (code) => `"\\u${code.toString(16).padStart(4, "0")}"`;

await writeFile(
  output,
  `/** Generated from internal/kernel/text/fold.json by « make generate ». */
export const FOLD_TABLE: Readonly<Record<string, string>> = {
${rows.map(([code, form]) => `  ${key(code)}: ${form === '"' ? "'\"'" : JSON.stringify(form)},\n`).join("")}};
`,
);
