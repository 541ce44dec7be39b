import { endsWithin } from "./jwt";
import { reloadPage } from "./reload";
import { endSession, readTokens, storeTokens, type Tokens, withBothTokens } from "./session";

/** A token this close to its end is renewed before the call, so that nobody loses what they type. */
const MARGIN = 60_000;
/** A token refused this soon after it was renewed will be refused again: reloading for ever helps nobody. */
const LOOP_WINDOW = 10_000;
const LAST_RECOVERY = "derniereReprise";

type Outcome = "renewed" | "refused" | "unreachable";

let renewing: Promise<Outcome> | undefined;
let recovering: Promise<boolean> | undefined;

/** The bearer for the next call, renewed quietly when it is about to end. */
export async function currentToken(): Promise<string | null> {
  const tokens = readTokens();
  if (!tokens) return null;
  if (endsWithin(tokens.token, MARGIN)) await renew(tokens.token);
  return readTokens()?.token ?? null;
}

/**
 * The server refused the token: renew it or end the session, then reload.
 * Answers false when the server could not be asked, and nothing has changed.
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

/** One request at a time, whatever the number of calls and tabs that ask. */
function renew(worn: string): Promise<Outcome> {
  renewing ??= alone(() => exchange(worn)).finally(() => {
    renewing = undefined;
  });
  return renewing;
}

/** Across tabs where the browser can (secure contexts); the server forgives the rest for a few seconds. */
async function alone<T>(task: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request("consigne-session", task) : task();
}

async function exchange(worn: string): Promise<Outcome> {
  const tokens = readTokens();
  if (!tokens) return "refused";
  if (tokens.token !== worn) return "renewed"; // another tab did it while this one waited
  try {
    const response = await fetch("/api/token/refresh", withBothTokens(tokens));
    // Anything but 401 says nothing of the session: a node of the version before does not know this call.
    if (!response.ok) return response.status === 401 ? "refused" : "unreachable";
    storeTokens((await response.json()) as Tokens);
    return "renewed";
  } catch {
    return "unreachable";
  }
}
