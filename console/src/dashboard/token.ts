/**
 * The console passes the token in the fragment of the frame's URL, which reaches neither logs nor other
 * sites, and replaces it there before the first one expires.
 */
export const currentToken = () => window.location.hash.slice(1);

export function onToken(listener: () => void): () => void {
  window.addEventListener("hashchange", listener);
  return () => window.removeEventListener("hashchange", listener);
}

/**
 * How long a refused call waits for a new token: after sleep, a computer has an expired one and soon receives
 * the next.
 */
export const TOKEN_TIMEOUT = 8_000;

/** Returns the token that replaces this one, or null when none comes in time. */
export function nextToken(used: string): Promise<string | null> {
  return new Promise((resolve) => {
    const done = (token: string | null) => {
      window.clearTimeout(timer);
      stop();
      resolve(token);
    };
    const check = () => currentToken() !== used && done(currentToken());
    const timer = window.setTimeout(() => done(null), TOKEN_TIMEOUT);
    const stop = onToken(check);
    check();
  });
}
