import { useSyncExternalStore } from "react";
import { onConnectionBack } from "./connection";

/** How long an answer is trusted before a tab that is looked at again asks anew, in milliseconds. */
const TRUSTED_FOR = 15 * 60_000;

let available = false;
let checkedAt = Date.now();
const listeners = new Set<() => void>();

/**
 * Compares the console in this tab with the one that the server offers: their first script has another name, because
 * the names of all files depend on what the files hold.
 */
export async function checkVersion(): Promise<void> {
  const own = document.querySelector<HTMLScriptElement>("script[type=module][src]");
  if (!own || available) return;
  checkedAt = Date.now();
  try {
    const answer = await fetch("/", { cache: "no-store" });
    if (!answer.ok || (await answer.text()).includes(new URL(own.src).pathname)) return;
    available = true;
    for (const listener of listeners) listener();
  } catch {
    // The next check will tell.
  }
}

/** Looks for a new version after each interruption, which a deployment causes, and now and then in a tab in use. */
export function followVersions(): void {
  onConnectionBack(() => void checkVersion());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && Date.now() - checkedAt > TRUSTED_FOR)
      void checkVersion();
  });
}

/** Reports whether the server offers a newer console than the one in this tab. */
export function useNewVersion(): boolean {
  return useSyncExternalStore(subscribe, () => available);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
