import type { Middleware } from "openapi-fetch";
import type { paths } from "@/api/schema";
import { currentToken, recoverSession } from "./refresh";

/** Calls that need no session. */
const OPEN_PATHS = new Set<string>([
  "/api/compte/connexion",
  "/api/mot-de-passe/demander-changement",
  "/api/mot-de-passe/changer",
] satisfies (keyof paths)[]);

/** Adds the bearer token to each call, and renews or ends the session when the server refuses it. */
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
    // The page is about to reload: never resolving keeps an error from flashing on screen.
    if (await recoverSession(refused)) await new Promise<never>(() => undefined);
  },
};

async function refusesToken(response: Response): Promise<boolean> {
  const body: { message?: unknown } | null = await response.json().catch(() => null);
  return typeof body?.message === "string" && body.message.includes("JWT Token");
}
