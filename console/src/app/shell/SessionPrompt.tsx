import { lazy, Suspense, useEffect } from "react";
import type { OwnAccount } from "@/session/account";
import { offerPrompt, useSessionState } from "@/session/state";
import { useHoldEscape } from "./useHoldEscape";

/**
 * The dialog is loaded some time after the page, which does not need it to appear, and before it is needed:
 * its file may be gone by then, replaced by that of a new version.
 */
const LOAD_AFTER = 15_000;

const load = () => import("./SessionModal");
const SessionModal = lazy(async () => ({ default: (await load()).SessionModal }));

/** Says over the page that the session has ended or that somebody else has signed in. */
export function SessionPrompt({ account }: { account: OwnAccount }) {
  const state = useSessionState();
  useHoldEscape(state.kind !== "open");
  useEffect(offerPrompt, []);
  useEffect(() => {
    const timer = window.setTimeout(() => load().catch(() => undefined), LOAD_AFTER);
    return () => window.clearTimeout(timer);
  }, []);
  return (
    <Suspense>
      {state.kind !== "open" && <SessionModal state={state} email={account.email} />}
    </Suspense>
  );
}
