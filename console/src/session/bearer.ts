import type { Middleware } from "openapi-fetch";
import { OPEN_PATHS } from "@/api/idempotency";
import { send } from "@/api/send";
import { currentToken, renewSession } from "./refresh";
import { signInAgain } from "./state";

/**
 * Adds the bearer token to each call. When the server refuses it, renews the session, or asks to sign in again
 * if it has ended, and repeats the call: same body, same idempotency key.
 */
export const bearer: Middleware = {
  async onRequest({ request, schemaPath }) {
    if (OPEN_PATHS.has(schemaPath)) return;
    authorise(request, await currentToken());
    return request;
  },

  async onResponse({ request, response, schemaPath }) {
    if (OPEN_PATHS.has(schemaPath) || !(await refusesToken(response))) return;
    const outcome = await renewSession(tokenOf(request));
    if (outcome === "unreachable") return;
    if (outcome === "renewed") {
      const answer = await repeat(request);
      if (!(await refusesToken(answer))) return answer;
    }
    await signInAgain(tokenOf(request));
    return repeat(request);
  },
};

async function repeat(request: Request): Promise<Response> {
  authorise(request, await currentToken());
  request.signal.throwIfAborted();
  return send(request);
}

function authorise(request: Request, token: string | null): void {
  if (token) request.headers.set("Authorization", `Bearer ${token}`);
  else request.headers.delete("Authorization");
}

const tokenOf = (request: Request) =>
  request.headers.get("Authorization")?.replace("Bearer ", "") ?? "";

async function refusesToken(response: Response): Promise<boolean> {
  if (response.ok) return false;
  const body: { message?: unknown } | null = await response
    .clone()
    .json()
    .catch(() => null);
  return typeof body?.message === "string" && body.message.includes("JWT Token");
}
