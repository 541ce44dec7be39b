import type { Middleware } from "openapi-fetch";

const HEADER = "Consigne-Position";
const KEY = "position";

/** No replica that is read is this far behind. */
const LIFE = 60_000;

/**
 * Lists may be read from a replica that is a little behind: the position of the last write,
 * brought back with every call of every tab, makes them show at least that.
 */
export const position: Middleware = {
  onRequest({ request }) {
    const seen = lastSeen();
    if (seen > 0) request.headers.set(HEADER, String(seen));
  },
  onResponse({ response }) {
    const given = Number(response.headers.get(HEADER));
    if (given > lastSeen()) localStorage.setItem(KEY, `${given} ${Date.now()}`);
  },
};

function lastSeen(): number {
  const [seen = 0, at = 0] = (localStorage.getItem(KEY) ?? "").split(" ").map(Number);
  return Date.now() - at < LIFE ? seen : 0;
}
