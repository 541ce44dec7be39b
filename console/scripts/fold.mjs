// Usage: fold.mjs TABLE OUTPUT. Writes the table of the server's fold as a TypeScript module.
import { readFile, writeFile } from "node:fs/promises";

const [source, output] = process.argv.slice(2);
const table = JSON.parse(await readFile(source, "utf8"));
const printed = (text) =>
  [...text]
    .map((one) =>
      /[\p{L}\p{N}]/u.test(one) ? one : `\\u${one.codePointAt(0).toString(16).padStart(4, "0")}`,
    )
    .join("");
const rows = Object.entries(table).map(
  ([form, characters]) => `  ["${printed(form)}", "${printed(characters)}"],\n`,
);

await writeFile(
  output,
  `/** Generated from internal/kernel/text/fold.json by « make generate »: what each of the characters is read as. */
export const FOLD_TABLE: readonly (readonly [form: string, characters: string])[] = [
${rows.join("")}];
`,
);
