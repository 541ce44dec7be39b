// Usage: security.mjs OPENAPI OUTPUT LABELS. Writes the kinds of security events with their families, and in a module of
// its own, which only their page loads, the labels of both: the types that openapi-typescript writes hold no values.
import { readFile, writeFile } from "node:fs/promises";

const [source, output, labels] = process.argv.slice(2);
const { SecurityFamily, SecurityKind } = JSON.parse(await readFile(source, "utf8")).components
  .schemas;

const record = (names, value) =>
  names.map((name) => `  ${key(name)}: "${value(name)}",\n`).join("");
const key = (name) => (/^\w+$/.test(name) ? name : `"${name}"`);

await writeFile(
  output,
  `/** Generated from docs/openapi.json by « make generate ». */
import type { components } from "./schema";

export type SecurityFamily = components["schemas"]["SecurityFamily"];
export type SecurityKind = components["schemas"]["SecurityKind"];

/** The family of each kind, in the order of the families. */
export const FAMILY_OF: Record<SecurityKind, SecurityFamily> = {
${record(SecurityKind.enum, (name) => SecurityKind["x-familles"][name])}};
`,
);

await writeFile(
  labels,
  `/** Generated from docs/openapi.json by « make generate ». */
import type { SecurityFamily, SecurityKind } from "./security";

/** What the screens call each family of security events, in their order. */
export const FAMILY_LABELS: Record<SecurityFamily, string> = {
${record(SecurityFamily.enum, (name) => SecurityFamily["x-libelles"][name])}};

/** What the screens call each kind, in the order of the families. */
export const KIND_LABELS: Record<SecurityKind, string> = {
${record(SecurityKind.enum, (name) => SecurityKind["x-libelles"][name])}};
`,
);
