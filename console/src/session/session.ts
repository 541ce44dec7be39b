import type { components } from "@/api/schema";
import { setClockBy } from "./clock";

export type Tokens = components["schemas"]["Tokens"];

const TOKEN = "token";
const REFRESH_TOKEN = "refreshToken";
const EXPIRED = "sessionExpiree";

export function hasToken(): boolean {
  return Boolean(localStorage.getItem(TOKEN));
}

export function readTokens(): Tokens | null {
  const token = localStorage.getItem(TOKEN);
  return token ? { token, refreshToken: localStorage.getItem(REFRESH_TOKEN) ?? "" } : null;
}

export function storeTokens(tokens: Tokens): void {
  localStorage.setItem(TOKEN, tokens.token);
  localStorage.setItem(REFRESH_TOKEN, tokens.refreshToken);
  localStorage.removeItem(EXPIRED);
  setClockBy(tokens.token);
}

export function hasSessionExpired(): boolean {
  return localStorage.getItem(EXPIRED) !== null;
}

/** Ends the session here and, if the network allows, on the server. */
export function endSession({ expired }: { expired: boolean }): void {
  const tokens = readTokens();
  if (tokens) invalidate(tokens);
  localStorage.clear();
  if (expired) localStorage.setItem(EXPIRED, "1");
}

/** Best effort: the answer is not awaited, and the request survives the page. */
export function invalidate(tokens: Tokens): void {
  fetch("/api/token/invalidate", { ...withBothTokens(tokens), keepalive: true }).catch(
    () => undefined,
  );
}

/**
 * Sends a call about the session itself. Tokens are never in its URL, because browser histories and logs keep
 * URLs.
 */
export const withBothTokens = ({ token, refreshToken }: Tokens): RequestInit => ({
  method: "POST",
  headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
  body: JSON.stringify({ refreshToken }),
});

/** Reports whether another tab signed in or out, or renewed the session. */
export const isTokenEvent = ({ key, storageArea }: StorageEvent): boolean =>
  storageArea === localStorage && (key === TOKEN || key === null);
