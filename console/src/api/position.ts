import type { Middleware } from "openapi-fetch";

const HEADER = "Consigne-Position";
const KEY = "position";

/** No replica that lags further behind than this is used for reads. */
const MAX_AGE = 60_000;

/**
 * Lists may be read from a replica that lags a little. Every call of every tab sends the position of the last
 * write, so that the server answers with at least that write included.
 */
export const position: Middleware = {
  onRequest({ request }) {
    const seen = lastSeen();
    if (seen > 0) request.headers.set(HEADER, String(seen));
  },
  onResponse({ response }) {
    notePosition(Number(response.headers.get(HEADER)));
  },
};

/** Makes the next reads of every tab include what was written up to that position. */
export function notePosition(written: number): void {
  if (written > lastSeen()) localStorage.setItem(KEY, `${written} ${Date.now()}`);
}

function lastSeen(): number {
  const [seen = 0, at = 0] = (localStorage.getItem(KEY) ?? "").split(" ").map(Number);
  return Date.now() - at < MAX_AGE ? seen : 0;
}
