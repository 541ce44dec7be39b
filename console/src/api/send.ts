import { keyOf, noteAnswered, noteUnanswered } from "./idempotency";

/** The pauses before a write whose answer was lost is sent again, in milliseconds. */
const PAUSES = [300, 1200];
/** Longer than the server takes at most; an answer that has not come by then is lost. */
const TIMEOUT = 35_000;
/** A proxy answers these when it lost the server's answer. */
const LOST = [502, 504];

/**
 * Sends a request and leaves its body readable, so that it can be sent again. A write with an idempotency key
 * whose answer is lost is repeated here, at most twice.
 */
export async function send(request: Request): Promise<Response> {
  if (!keyOf(request)) return globalThis.fetch(request.clone());
  for (const pause of [...PAUSES, undefined]) {
    const answer = await attempt(request);
    if (answer && !LOST.includes(answer.status)) {
      await noteAnswered(request);
      return answer;
    }
    request.signal.throwIfAborted();
    if (pause === undefined) {
      await noteUnanswered(request);
      if (answer) return answer;
      break;
    }
    await new Promise((resolve) => window.setTimeout(resolve, pause));
    request.signal.throwIfAborted();
  }
  throw new TypeError("no answer to the write");
}

/** Returns the whole answer; null when it did not arrive or only in part. */
async function attempt(request: Request): Promise<Response | null> {
  const timeout = new AbortController();
  const timer = window.setTimeout(() => timeout.abort(), TIMEOUT);
  const giveUp = () => timeout.abort();
  request.signal.addEventListener("abort", giveUp);
  try {
    const { url, method, headers } = request;
    // Browsers send a cloned body as a stream, which they cannot send again over a fresh connection.
    const body = request.body === null ? undefined : await request.clone().arrayBuffer();
    const answer = await globalThis.fetch(
      new Request(url, { method, headers, body, signal: timeout.signal }),
    );
    await answer.clone().arrayBuffer();
    return answer;
  } catch {
    return null;
  } finally {
    window.clearTimeout(timer);
    request.signal.removeEventListener("abort", giveUp);
  }
}
