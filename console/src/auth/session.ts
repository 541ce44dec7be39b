import type { components } from "@/api/schema";

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
}

export function hasSessionExpired(): boolean {
  return localStorage.getItem(EXPIRED) !== null;
}

/** Ends the session here and, as far as the network allows, on the server. */
export function endSession({ expired }: { expired: boolean }): void {
  const tokens = readTokens();
  if (tokens) invalidate(tokens);
  localStorage.clear();
  if (expired) localStorage.setItem(EXPIRED, "1");
}

/** Best effort: nobody waits for the answer, and the request outlives the page. */
export function invalidate(tokens: Tokens): void {
  fetch("/api/token/invalidate", { ...withBothTokens(tokens), keepalive: true }).catch(
    () => undefined,
  );
}

/** A call about the session itself. Neither token is in its address, which histories and logs keep. */
export const withBothTokens = ({ token, refreshToken }: Tokens): RequestInit => ({
  method: "POST",
  headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
  body: JSON.stringify({ refreshToken }),
});

/** Another tab that signs out takes this one with it. */
export function followOtherTabs(reload: () => void): void {
  window.addEventListener("storage", (event) => {
    const concerned = event.key === TOKEN || event.key === null;
    if (concerned && event.storageArea === localStorage && !hasToken()) reload();
  });
}
