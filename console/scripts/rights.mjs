// Usage: rights.mjs OPENAPI OUTPUT. Writes the rights of the OpenAPI document, and those of each staff role, as a
// TypeScript module: the types that openapi-typescript writes hold no values.
import { readFile, writeFile } from "node:fs/promises";

const [source, output] = process.argv.slice(2);
const { Right } = JSON.parse(await readFile(source, "utf8")).components.schemas;

const list = (names, indent) => names.map((name) => `${indent}"${name}",\n`).join("");
const roles = Object.entries(Right["x-roles"])
  .map(([role, rights]) => `  ${role}: [\n${list(rights, "    ")}  ],\n`)
  .join("");

await writeFile(
  output,
  `/** Generated from docs/openapi.json by « make generate ». */
import type { components } from "./schema";

export type Right = components["schemas"]["Right"];

/** Every right, in the order of the server's matrix. */
export const RIGHTS: readonly Right[] = [
${list(Right.enum, "  ")}];

/** The rights that each staff role holds. */
export const RIGHTS_OF_ROLE = {
${roles}} as const satisfies Record<string, readonly Right[]>;
`,
);
