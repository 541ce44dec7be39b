import { client, unwrap } from "@/api/client";
import { ApiError } from "@/api/errors";
import type { components } from "@/api/schema";
import { connectionBack, connectionLost } from "@/session/connection";
import { readEvents } from "./events";

export type LiveChange = components["schemas"]["LiveChange"];

/** What the tab that holds the stream says to all tabs of its account. */
export type Message =
  | { kind: "changes"; changes: LiveChange[]; position: string }
  /** Changes were missed. */
  | { kind: "reset" }
  | { kind: "following"; following: boolean };

/** The server writes every 15 s; a stream that is silent for longer is dead. */
const SILENCE = 40_000;
/** After this many failures in a row, queries load by themselves at their interval. */
const FAILURES = 2;
const LONGEST_PAUSE = 15_000;

interface Stream {
  position: string;
  retry: number;
}

/** Follows what changes until the signal, over one connection after the other. */
export async function follow(
  tell: (message: Message) => void,
  { signal, position }: { signal: AbortSignal; position: string },
): Promise<void> {
  const stream: Stream = { position, retry: 1_000 };
  for (let failures = 0; !signal.aborted; ) {
    const end = await readStream(stream, tell, signal);
    if (signal.aborted) return;
    failures = end === "refused" ? failures + 1 : 0;
    if (failures === FAILURES) tell({ kind: "following", following: false });
    await pause(end === "broken" ? 100 : stream.retry * 2 ** failures, signal);
  }
}

/**
 * Reads one stream to its end. « ended »: by the server, which keeps its word about when to come back; « broken »: it
 * was cut; « refused »: none could be opened.
 */
async function readStream(
  stream: Stream,
  tell: (message: Message) => void,
  signal: AbortSignal,
): Promise<"ended" | "broken" | "refused"> {
  const dead = new AbortController();
  const giveUp = () => dead.abort();
  let timer = window.setTimeout(giveUp, SILENCE);
  signal.addEventListener("abort", giveUp);
  let opened = false;
  try {
    const body = await unwrap(
      client.GET("/api/admin/flux", {
        params: { header: stream.position ? { "Last-Event-ID": stream.position } : {} },
        parseAs: "stream",
        signal: dead.signal,
      }),
    );
    if (!body) return "refused";
    let changes: LiveChange[] = [];
    for await (const { name, data, id, retry } of readEvents(body)) {
      window.clearTimeout(timer);
      timer = window.setTimeout(giveUp, SILENCE);
      if (retry) stream.retry = retry;
      if (name === "fin") return "ended";
      if (name === "reprise") tell({ kind: "reset" });
      else if (name === "changement") changes.push(JSON.parse(data) as LiveChange);
      if (id === undefined) continue;
      stream.position = id;
      if (!opened) {
        opened = true;
        connectionBack();
        tell({ kind: "following", following: true });
      }
      tell({ kind: "changes", changes, position: id });
      changes = [];
    }
    return "broken";
  } catch (error) {
    if (signal.aborted || opened) return "broken";
    if (error instanceof ApiError && error.status === 0) connectionLost();
    return "refused";
  } finally {
    window.clearTimeout(timer);
    signal.removeEventListener("abort", giveUp);
  }
}

/** Waits a little less than that, so that the tabs of many browsers do not come back together. */
function pause(longest: number, signal: AbortSignal): Promise<void> {
  const time = Math.min(longest, LONGEST_PAUSE) * (0.6 + 0.4 * Math.random());
  return new Promise((resolve) => {
    const done = () => {
      window.clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = window.setTimeout(done, time);
    signal.addEventListener("abort", done);
  });
}
