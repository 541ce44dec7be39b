import { endsWithin } from "./clock";
import { connectionLost } from "./connection";
import { withLock } from "./lock";
import { readTokens, storeTokens, type Tokens, withBothTokens } from "./session";
import { untilOpen } from "./state";

/** A token that expires within this time is renewed before the call, which saves a refusal. */
const MARGIN = 60_000;

type Outcome = "renewed" | "refused" | "unreachable";

let renewing: Promise<Outcome> | undefined;

/** Returns the bearer for the next call, after renewing it when it is about to expire. */
export async function currentToken(): Promise<string | null> {
  await untilOpen();
  const tokens = readTokens();
  if (!tokens) return null;
  if (endsWithin(tokens.token, MARGIN)) {
    await renewSession(tokens.token);
    await untilOpen();
  }
  return readTokens()?.token ?? null;
}

/**
 * Renews the session of a token that the server refuses or will refuse soon: once, however many calls and tabs
 * request it. « refused »: the session has ended. « unreachable »: nothing has changed.
 */
export function renewSession(token: string): Promise<Outcome> {
  renewing ??= withLock(() => exchange(token)).finally(() => {
    renewing = undefined;
  });
  return renewing;
}

async function exchange(token: string): Promise<Outcome> {
  const tokens = readTokens();
  if (!tokens) return "refused";
  if (tokens.token !== token) return "renewed"; // another tab renewed it while this one waited for the lock
  try {
    const response = await fetch("/api/token/refresh", withBothTokens(tokens));
    // Only 401 means that the session ended: a node of the previous version does not know this call, for
    // example.
    if (!response.ok) return refusalOf(response.status, token);
    const renewed = (await response.json()) as Tokens;
    // Signed out meanwhile, or signed in again: the answer is about a session that is no longer this one.
    if (readTokens()?.token === token) storeTokens(renewed);
    return "renewed";
  } catch {
    connectionLost();
    return "unreachable";
  }
}

function refusalOf(status: number, token: string): Outcome {
  if (status !== 401) return "unreachable";
  const now = readTokens()?.token;
  return now && now !== token ? "renewed" : "refused"; // without locks, another tab may have been first
}
