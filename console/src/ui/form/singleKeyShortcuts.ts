import { useSyncExternalStore } from "react";

/**
 * Whether a single key does something outside a field, as « / » does. Whoever speaks to the computer, or presses keys
 * by accident, can switch it off (RGAA 12.10, WCAG 2.1.4).
 */
const KEY = "raccourcisUneTouche";
const listeners = new Set<() => void>();

export const singleKeyShortcuts = () => localStorage.getItem(KEY) !== "non";

export function allowSingleKeyShortcuts(allowed: boolean): void {
  if (allowed) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, "non");
  for (const listener of listeners) listener();
}

export const useSingleKeyShortcuts = () => useSyncExternalStore(subscribe, singleKeyShortcuts);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
