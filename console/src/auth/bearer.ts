import type { Middleware } from "openapi-fetch";
import type { paths } from "@/api/schema";
import { currentToken, recoverSession } from "./refresh";

/** Calls that need no session. */
const OPEN_PATHS = new Set<string>([
  "/api/compte/connexion",
  "/api/mot-de-passe/demander-changement",
  "/api/mot-de-passe/changer",
] satisfies (keyof paths)[]);

/** Gives each call the bearer of the session, and takes care of the session when the server refuses it. */
export const bearer: Middleware = {
  async onRequest({ request, schemaPath }) {
    if (OPEN_PATHS.has(schemaPath)) return;
    const token = await currentToken();
    if (token) request.headers.set("Authorization", `Bearer ${token}`);
    return request;
  },

  async onResponse({ request, response }) {
    if (response.ok || !(await refusesToken(response.clone()))) return;
    const refused = request.headers.get("Authorization")?.replace("Bearer ", "") ?? "";
    // The page is about to be loaded afresh: no answer, so that no error flashes by.
    if (await recoverSession(refused)) await new Promise<never>(() => undefined);
  },
};

async function refusesToken(response: Response): Promise<boolean> {
  const body: { message?: unknown } | null = await response.json().catch(() => null);
  return typeof body?.message === "string" && body.message.includes("JWT Token");
}
