// Writes the console's types of the API: node types.mjs OPENAPI_DOCUMENT OUTPUT. Without the examples of the document,
// which openapi-typescript would copy into comments of thousands of lines.
import { readFile, writeFile } from "node:fs/promises";
import openapiTS, { astToString, COMMENT_HEADER } from "openapi-typescript";

const [from, to] = process.argv.slice(2);
const document = JSON.parse(await readFile(from, "utf8"), (_key, value) =>
  // An example stands beside its schema; a property of that name would be one.
  value && typeof value === "object" && "schema" in value && "example" in value
    ? { ...value, example: undefined }
    : value,
);
await writeFile(
  to,
  COMMENT_HEADER + astToString(await openapiTS(JSON.parse(JSON.stringify(document)))),
);
