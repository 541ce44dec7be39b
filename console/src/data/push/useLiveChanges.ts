import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSessionState } from "@/session/state";

/** A page has loaded when nothing was asked for during this time, in milliseconds. */
const QUIET = 800;
/** The stream is opened by then at the latest; it begins with the changes of the last ten seconds. */
const LATEST = 6_000;

/** Keeps what is on screen up to date with what changes, once the shell is ready and has loaded its page. */
export function useLiveChanges(ready: boolean): void {
  const queryClient = useQueryClient();
  const mine = useSessionState().kind !== "other";
  useEffect(
    () => (ready && mine ? startWhenQuiet(queryClient) : undefined),
    [queryClient, ready, mine],
  );
}

function startWhenQuiet(queryClient: QueryClient): () => void {
  let stop: (() => void) | undefined;
  let timer: number | undefined;
  const began = performance.now();
  let busyAt = began;
  const loading = () => document.readyState !== "complete" || queryClient.isFetching() > 0;
  const wait = (then: () => void) => {
    timer = window.setInterval(() => {
      const now = performance.now();
      if (loading()) busyAt = now;
      if (now - busyAt < QUIET && now - began < LATEST) return;
      window.clearInterval(timer);
      then();
    }, 200);
  };
  // Waits again once the code is there: whoever waits for an idle network sees it idle before the stream opens.
  wait(() => {
    import("./share").then(
      ({ shareChanges }) => {
        if (timer === undefined) return;
        busyAt = performance.now();
        wait(() => {
          stop = shareChanges(queryClient);
        });
      },
      () => undefined, // queries go on loading at their interval
    );
  });
  return () => {
    window.clearInterval(timer);
    timer = undefined;
    stop?.();
  };
}
