import { useSyncExternalStore } from "react";
import { readClaims } from "./jwt";
import { reloadPage } from "./reload";
import { endSession, hasToken, isTokenEvent, readTokens } from "./session";

/**
 * The session as this tab has it. « ended »: the server refuses the session. « other »: somebody else has signed in,
 * in another tab of this browser.
 */
export type SessionState = { kind: "open" } | { kind: "ended" } | { kind: "other"; email: string };

const OPEN: SessionState = { kind: "open" };

let state: SessionState = OPEN;
/** The account that this tab works for, from its first call to its end. */
let holder: string | undefined;
let refusedToken: string | undefined;
let prompts = 0;
let waiting: (() => void)[] = [];
const listeners = new Set<() => void>();

function change(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
  if (next !== OPEN) return;
  refusedToken = undefined;
  const calls = waiting;
  waiting = [];
  for (const proceed of calls) proceed();
}

/** Compares the stored session, which every tab shares, with the one that this tab works for. */
export function checkSession(): void {
  const token = readTokens()?.token;
  if (!token) return;
  const claims = readClaims(token);
  holder ??= claims?.sub;
  if (claims && claims.sub !== holder) {
    if (state.kind !== "other") change({ kind: "other", email: claims.username });
  } else if (state.kind === "other" || (state.kind === "ended" && token !== refusedToken)) {
    change(OPEN);
  }
}

/** Waits until this tab may make calls: no call is made in the name of somebody else. */
export async function untilOpen(): Promise<void> {
  checkSession();
  while (state !== OPEN) {
    await (prompts > 0 ? new Promise<void>((resolve) => waiting.push(resolve)) : leave());
    checkSession();
  }
}

/** Asks to sign in again in place of the refused token, and waits until it is done. */
export async function signInAgain(refused: string): Promise<void> {
  checkSession();
  if (state === OPEN && (readTokens()?.token ?? "") === refused) {
    refusedToken = refused;
    change({ kind: "ended" });
  }
  await untilOpen();
}

/** Starts over: the page has shown nothing yet that could be lost. */
function leave(): Promise<never> {
  if (state.kind === "ended") endSession({ expired: true });
  reloadPage();
  // Never resolves, which keeps an error from flashing on screen.
  return new Promise(() => undefined);
}

/** Says that a dialog is ready to ask; returns the function that takes it back. */
export function offerPrompt(): () => void {
  prompts++;
  return () => void prompts--;
}

export function useSessionState(): SessionState {
  return useSyncExternalStore(subscribe, () => state);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Follows what other tabs do: signs this tab out when they sign out, and notices who signs in. */
export function followOtherTabs(reload: () => void): void {
  window.addEventListener("storage", (event) => {
    if (!isTokenEvent(event)) return;
    if (hasToken()) checkSession();
    else reload();
  });
  // A tab that was frozen meanwhile, or a page kept for « Back », received no event.
  const wake = () => {
    // A page that leaves for the provider, where its session ends too, is hidden first: a reload would keep it here.
    if (document.visibilityState === "hidden") return;
    if (holder !== undefined && !hasToken()) reload();
    else checkSession();
  };
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("pageshow", wake);
  checkSession();
}
