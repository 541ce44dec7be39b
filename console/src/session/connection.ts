import type { Middleware } from "openapi-fetch";
import { useSyncExternalStore } from "react";

/** The public address that says whether the server answers; it needs no session and no database. */
const PROBE = "/healthz";
/** A server that has not answered by then counts as lost, in milliseconds. */
const PROBE_TIMEOUT = 2_000;
/** The pause between two probes while the connection is lost, in milliseconds. */
const PROBE_EVERY = 2_000;
/** The statuses with which a proxy answers for a server that is gone. */
const GATEWAY = [502, 503, 504];

let connected = true;
let probing: Promise<boolean> | undefined;
let nextProbe: number | undefined;
const listeners = new Set<() => void>();
const returns = new Set<() => void>();

function change(next: boolean): void {
  if (next === connected) return;
  connected = next;
  for (const listener of [...listeners]) listener();
  if (connected) for (const listener of [...returns]) listener();
}

/** Says that a call or the live stream broke: asks the server whether it is still there, and says so when it is not. */
export function connectionLost(): void {
  if (connected) void checkConnection();
}

/** Says that the server has answered. */
export function connectionBack(): void {
  window.clearTimeout(nextProbe);
  change(true);
}

/** Reports whether the server answers; while it does not, asks again every two seconds. */
export function checkConnection(): Promise<boolean> {
  window.clearTimeout(nextProbe);
  probing ??= probe()
    .then((answers) => {
      if (!answers) nextProbe = window.setTimeout(checkConnection, PROBE_EVERY);
      change(answers);
      return answers;
    })
    .finally(() => {
      probing = undefined;
    });
  return probing;
}

async function probe(): Promise<boolean> {
  const timeout = new AbortController();
  const timer = window.setTimeout(() => timeout.abort(), PROBE_TIMEOUT);
  try {
    const { status } = await fetch(PROBE, { cache: "no-store", signal: timeout.signal });
    return !GATEWAY.includes(status);
  } catch {
    return false;
  } finally {
    window.clearTimeout(timer);
  }
}

/** Reports whether the server can be reached. */
export function useConnection(): boolean {
  return useSyncExternalStore(subscribe, () => connected);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls the listener each time that the connection is back; returns the function that stops it. */
export function onConnectionBack(listener: () => void): () => void {
  returns.add(listener);
  return () => returns.delete(listener);
}

/** Asks the server at once when the browser loses or finds the network. */
export function followNetwork(): void {
  window.addEventListener("offline", () => void checkConnection());
  window.addEventListener("online", () => void checkConnection());
}

/**
 * Notices the calls that get no answer. While the connection is lost no write is sent: it fails at once, and
 * never waits for a connection by which nobody expects it any more.
 */
export const connection: Middleware = {
  onRequest({ request }) {
    if (!connected && request.method !== "GET") throw new TypeError("the connection is lost");
  },
  onError({ error }) {
    if (!(error instanceof DOMException && error.name === "AbortError")) connectionLost();
  },
  onResponse({ response }) {
    // The server's own refusals are JSON; a proxy's page says that no server answered.
    const ours = response.headers.get("Content-Type")?.includes("json");
    if (GATEWAY.includes(response.status) && !ours) connectionLost();
    else if (!connected) connectionBack();
  },
};
