import { endsWithin } from "./jwt";
import { reloadPage } from "./reload";
import { endSession, readTokens, storeTokens, type Tokens, withBothTokens } from "./session";

/** A token that expires within this time is renewed before the call, so that no typed input is lost. */
const MARGIN = 60_000;
/** A token refused this soon after its renewal would be refused again, and reloading would loop. */
const LOOP_WINDOW = 10_000;
const LAST_RECOVERY = "derniereReprise";

type Outcome = "renewed" | "refused" | "unreachable";

let renewing: Promise<Outcome> | undefined;
let recovering: Promise<boolean> | undefined;

/** Returns the bearer for the next call, after renewing it when it is about to expire. */
export async function currentToken(): Promise<string | null> {
  const tokens = readTokens();
  if (!tokens) return null;
  if (endsWithin(tokens.token, MARGIN)) await renew(tokens.token);
  return readTokens()?.token ?? null;
}

/**
 * Handles a refused token: renews it or ends the session, then reloads. Returns false when the server could
 * not be reached, in which case nothing has changed.
 */
export function recoverSession(refused: string): Promise<boolean> {
  recovering ??= recover(refused).then((reloading) => {
    if (!reloading) recovering = undefined;
    return reloading;
  });
  return recovering;
}

async function recover(refused: string): Promise<boolean> {
  const outcome = recoveredJustNow() ? "refused" : await renew(refused);
  if (outcome === "unreachable") return false;
  if (outcome === "renewed") sessionStorage.setItem(LAST_RECOVERY, String(Date.now()));
  else endSession({ expired: true });
  reloadPage();
  return true;
}

function recoveredJustNow(): boolean {
  return Date.now() - Number(sessionStorage.getItem(LAST_RECOVERY)) < LOOP_WINDOW;
}

/** Sends one renewal at a time, however many calls and tabs request one. */
function renew(token: string): Promise<Outcome> {
  renewing ??= withLock(() => exchange(token)).finally(() => {
    renewing = undefined;
  });
  return renewing;
}

/**
 * Locks across tabs where the browser supports it (secure contexts); elsewhere the server accepts the
 * replaced token for a few seconds.
 */
async function withLock<T>(task: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request("consigne-session", task) : task();
}

async function exchange(token: string): Promise<Outcome> {
  const tokens = readTokens();
  if (!tokens) return "refused";
  if (tokens.token !== token) return "renewed"; // another tab renewed it while this one waited for the lock
  try {
    const response = await fetch("/api/token/refresh", withBothTokens(tokens));
    // Only 401 means that the session ended: a node of the previous version does not know this call, for
    // example.
    if (!response.ok) return response.status === 401 ? "refused" : "unreachable";
    storeTokens((await response.json()) as Tokens);
    return "renewed";
  } catch {
    return "unreachable";
  }
}
