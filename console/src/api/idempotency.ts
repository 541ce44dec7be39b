import type { Middleware } from "openapi-fetch";
import type { paths } from "./schema";

const HEADER = "Idempotency-Key";
const WRITES = ["POST", "PUT", "PATCH", "DELETE"];

/** Calls without a session: the server keeps no answers for them. */
export const OPEN_PATHS: ReadonlySet<string> = new Set([
  "/api/compte/connexion",
  "/api/compte/connexion/second-facteur",
  "/api/compte/connexion/cle-acces",
  "/api/compte/connexion/cle-acces/options",
  "/api/compte/connexion/fournisseurs",
  "/api/compte/connexion/fournisseur/{id}",
  "/api/compte/connexion/retour",
  "/api/compte/second-facteur",
  "/api/compte/second-facteur/cle-acces",
  "/api/compte/second-facteur/totp",
  "/api/compte/adresse/confirmer",
  "/api/compte/inscription/confirmer",
  "/api/mot-de-passe/demander-changement",
  "/api/mot-de-passe/changer",
] satisfies (keyof paths)[]);

/** Calls that write nothing to repeat although they have a body, and files that are received as they are made. */
const READS: ReadonlySet<string> = new Set([
  "/api/admin/compte/confirmation",
  "/api/admin/connexion-unique/fournisseur/{id}/essayer",
  "/api/admin/exploitant/{id}/tarif/simulation",
  "/api/admin/tarif/{id}/comparaison",
  "/api/admin/paiements/exportation/format/csv",
  "/api/admin/paiements/exportation/format/xlsx",
  "/api/admin/paiements/exportation/exploitant/{id}/format/csv",
  "/api/admin/paiements/exportation/exploitant/{id}/format/xlsx",
  "/api/admin/securite/evenements/exportation/format/csv",
  "/api/admin/securite/evenements/exportation/format/xlsx",
  "/api/admin/usages/exportation/format/csv",
  "/api/admin/usages/exportation/format/xlsx",
  "/api/admin/usages/exportation/exploitant/{id}/format/csv",
  "/api/admin/usages/exportation/exploitant/{id}/format/xlsx",
] satisfies (keyof paths)[]);

/** The keys of writes whose answer was lost, by what they asked for. */
const unanswered = new Map<string, string>();

/**
 * Gives each write a key, with which the server makes it once however often it is sent. A write that is
 * identical to one whose answer was lost gets the same key: whoever presses the button again repeats it.
 */
export const idempotency: Middleware = {
  async onRequest({ request, schemaPath }) {
    if (!WRITES.includes(request.method)) return;
    if (OPEN_PATHS.has(schemaPath) || READS.has(schemaPath)) return;
    if (request.headers.has(HEADER)) return; // of a write that outlives the page
    const lost = unanswered.size > 0 ? unanswered.get(await contentOf(request)) : undefined;
    request.headers.set(HEADER, lost ?? newKey());
    return request;
  },
};

export const keyOf = (request: Request): string | null => request.headers.get(HEADER);

export async function noteAnswered(request: Request): Promise<void> {
  if (unanswered.size > 0) unanswered.delete(await contentOf(request));
}

export async function noteUnanswered(request: Request): Promise<void> {
  const key = keyOf(request);
  if (key) unanswered.set(await contentOf(request), key);
}

async function contentOf(request: Request): Promise<string> {
  return `${request.method} ${request.url}\n${await request.clone().text()}`;
}

/** Returns 128 random bits. `crypto.randomUUID` exists in secure contexts only. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
