import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Response } from "@playwright/test";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

interface Answer {
  $ref?: string;
  content?: Record<string, unknown>;
}

interface Operation {
  pattern: RegExp;
  parameters: number;
  pointer: string;
  responses: Record<string, Answer>;
}

interface Contract {
  operations: Map<string, Operation[]>;
  refusals: Record<string, Answer>;
  ajv: Ajv2020;
}

/** The addresses under /api that serve the OpenAPI document itself. */
const undescribed = ["/api/openapi.json", "/api/collection.json", "/api/docs", "/api/docs.css"];

let contract: Contract | undefined;
const compiled = new Map<string, ValidateFunction>();

/**
 * Returns how an answer of the API differs from docs/openapi.json: status, content type or body. Returns undefined if
 * it does not, or if Chromium no longer has its body.
 */
export async function breach(response: Response): Promise<string | undefined> {
  const { pathname } = new URL(response.url());
  if (!pathname.startsWith("/api/") || undescribed.includes(pathname)) return undefined;
  contract ??= read();
  const method = response.request().method().toLowerCase();
  const said = `${method.toUpperCase()} ${pathname}: ${response.status()}`;
  const operation = contract.operations
    .get(method)
    ?.filter(({ pattern }) => pattern.test(pathname))
    .sort((a, b) => a.parameters - b.parameters || b.pointer.length - a.pointer.length)[0];
  if (!operation) return response.status() < 400 ? `${said} of an unknown call` : undefined;

  const declared = operation.responses[response.status()];
  if (!declared) return `${said} is not declared`;
  const pointer = declared.$ref ?? `${operation.pointer}/responses/${response.status()}`;
  const content = (declared.$ref ? contract.refusals[declared.$ref] : declared)?.content;
  if (!content) return undefined; // the browser drops the body of a 204 and a 304
  const type = response.headers()["content-type"]?.split(";")[0] ?? "";
  const types = Object.keys(content).map((declaredType) => declaredType.split(";")[0]);
  if (!types.includes(type)) return `${said}, ${type} is not declared`;
  if (!/[/+]json$/.test(type)) return undefined;

  const text = await response.text().catch(() => "");
  // Chromium gives the body of some answers, such as one that is read as a file, as empty although it was not.
  if (!text && response.headers()["content-length"] !== "0") return undefined;
  const validate = compile(contract.ajv, `${pointer}/content/${pointerPart(type)}/schema`);
  if (validate(JSON.parse(text))) return undefined;
  return `${said}, ${contract.ajv.errorsText(validate.errors, { dataVar: "" })}`;
}

function read(): Contract {
  const path = resolve(import.meta.dirname, "../../docs/openapi.json");
  const document = JSON.parse(readFileSync(path, "utf8"));
  const operations = new Map<string, Operation[]>();
  for (const [template, methods] of Object.entries<Record<string, Operation>>(document.paths)) {
    for (const [method, { responses }] of Object.entries(methods)) {
      const of = operations.get(method) ?? [];
      operations.set(method, of);
      of.push({
        pattern: new RegExp(`^${template.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`),
        parameters: template.split("{").length,
        pointer: `#/paths/${pointerPart(template)}/${method}`,
        responses,
      });
    }
  }
  const refusals: Record<string, Answer> = {};
  for (const [name, answer] of Object.entries<Answer>(document.components.responses)) {
    refusals[`#/components/responses/${name}`] = answer;
  }
  // The Go tests check the formats.
  const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false });
  ajv.addSchema(document, "openapi");
  return { operations, refusals, ajv };
}

/** Compiles a schema of the document, once for each worker. */
function compile(ajv: Ajv2020, pointer: string): ValidateFunction {
  let validate = compiled.get(pointer);
  if (!validate) {
    validate = ajv.compile({ $ref: `openapi${pointer}` });
    compiled.set(pointer, validate);
  }
  return validate;
}

function pointerPart(part: string): string {
  return encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"));
}
