import { lazy, Suspense, useEffect, useLayoutEffect, useRef } from "react";
import type { OwnAccount } from "@/session/account";
import { offerPrompt, useSituation } from "@/session/situation";

/**
 * The dialog is loaded some time after the page, which does not need it to appear, and before it is needed:
 * its file may be gone by then, replaced by that of a new version.
 */
const LOAD_AFTER = 15_000;

const load = () => import("./SessionModal");
const SessionModal = lazy(async () => ({ default: (await load()).SessionModal }));

/** Says over the page that the session has ended or that somebody else has signed in. */
export function SessionPrompt({ account }: { account: OwnAccount }) {
  const situation = useSituation();
  useHoldEscape(situation.kind !== "open");
  useEffect(offerPrompt, []);
  useEffect(() => {
    const timer = window.setTimeout(() => load().catch(() => undefined), LOAD_AFTER);
    return () => window.clearTimeout(timer);
  }, []);
  return (
    <Suspense>
      {situation.kind !== "open" && <SessionModal situation={situation} email={account.email} />}
    </Suspense>
  );
}

/**
 * Keeps Escape from the dialogs under this one. Each dialog listens to the window from its first render on, and this
 * must listen first: hence the layout effect, and the one listener for the life of the shell.
 */
function useHoldEscape(held: boolean): void {
  const holds = useRef(held);
  useLayoutEffect(() => {
    holds.current = held;
  }, [held]);
  useLayoutEffect(() => {
    const hold = (event: KeyboardEvent) => {
      if (holds.current && event.key === "Escape") event.stopImmediatePropagation();
    };
    window.addEventListener("keydown", hold, { capture: true });
    return () => window.removeEventListener("keydown", hold, { capture: true });
  }, []);
}
