/**
 * The frame gives its token in the fragment of the address, which reaches neither logs nor other
 * sites, and a fresh one in the same place before the first expires.
 */
export const currentToken = () => window.location.hash.slice(1);

export function onToken(listener: () => void): () => void {
  window.addEventListener("hashchange", listener);
  return () => window.removeEventListener("hashchange", listener);
}

/** How long a refused call waits: a computer that wakes up finds an old token, and soon a new one. */
export const PATIENCE = 8_000;

/** The token that follows that one, or null when none comes in time. */
export function tokenAfter(used: string): Promise<string | null> {
  return new Promise((resolve) => {
    const done = (token: string | null) => {
      window.clearTimeout(timer);
      stop();
      resolve(token);
    };
    const look = () => currentToken() !== used && done(currentToken());
    const timer = window.setTimeout(() => done(null), PATIENCE);
    const stop = onToken(look);
    look();
  });
}
