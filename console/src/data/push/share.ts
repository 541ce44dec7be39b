import type { QueryClient } from "@tanstack/react-query";
import { readClaims } from "@/session/jwt";
import { readTokens } from "@/session/session";
import { setFollowing } from "../refetching";
import { follow, type Message } from "./follow";
import { Refresher } from "./stale";

type Post = Message | { kind: "question" };

/**
 * Follows what changes, over one stream for all tabs of the account in this browser: browsers allow six connections to a
 * host. The tab that has the lock holds it and passes on what it hears; when it closes, the next one goes on from there.
 * Without locks, which browsers offer on secure pages only, queries go on loading at their interval.
 */
export function shareChanges(queryClient: QueryClient): () => void {
  const account = readClaims(readTokens()?.token ?? "")?.sub;
  if (!account || !navigator.locks || !("BroadcastChannel" in window)) return () => undefined;

  const name = `consigne-changements-${account}`;
  const stop = new AbortController();
  const channel = new BroadcastChannel(name);
  const refresher = new Refresher(queryClient);
  let position = "";
  let leads = false;
  let following = false;

  const hear = (message: Message) => {
    if (message.kind === "changes") {
      position = message.position;
      refresher.add(message.changes);
    } else if (message.kind === "reset") refresher.add([null]);
    else {
      following = message.following;
      setFollowing(queryClient, following);
    }
  };
  channel.onmessage = ({ data }: MessageEvent<Post>) => {
    if (data.kind !== "question") hear(data);
    else if (leads) channel.postMessage({ kind: "following", following } satisfies Post);
  };
  channel.postMessage({ kind: "question" } satisfies Post);

  const lead = () => {
    leads = true;
    const tell = (message: Message) => {
      if (stop.signal.aborted) return;
      channel.postMessage(message);
      hear(message);
    };
    return follow(tell, { signal: stop.signal, position });
  };
  navigator.locks.request(name, { signal: stop.signal }, lead).catch(() => undefined);

  return () => {
    stop.abort();
    channel.close();
    refresher.stop();
    setFollowing(queryClient, false);
  };
}
