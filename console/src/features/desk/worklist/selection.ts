import { useState } from "react";

/**
 * Returns the chosen ids after one was chosen or left: with the shift key, all ids from the one before it to
 * this one, in the order in which they are shown.
 */
export function chooseRange<Id>(
  chosen: ReadonlySet<Id>,
  shown: readonly Id[],
  { from, to, on }: { from: Id | undefined; to: Id; on: boolean },
): ReadonlySet<Id> {
  const [start, end] = [shown.indexOf(from ?? to), shown.indexOf(to)];
  const range = start < 0 ? [to] : shown.slice(Math.min(start, end), Math.max(start, end) + 1);
  const next = new Set(chosen);
  for (const id of range) {
    if (on) next.add(id);
    else next.delete(id);
  }
  return next;
}

export interface Selection {
  has(key: string): boolean;
  toggle(key: string, on: boolean, range: boolean): void;
  /** Chooses all of these, or none of them. */
  all(keys: readonly string[], on: boolean): void;
  clear(): void;
}

/**
 * The lines that somebody chose among those shown. They are kept in this tab under a name, so that they are still
 * chosen when the page is opened again; one that is gone is not chosen any more.
 */
export function useSelection(shown: readonly string[], name: string): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => storedAt(name));
  const [last, setLast] = useState<string>();
  const choose = (next: ReadonlySet<string>) => {
    setChosen(next);
    sessionStorage.setItem(name, JSON.stringify([...next]));
  };
  return {
    has: (key) => chosen.has(key),
    toggle: (key, on, range) => {
      choose(chooseRange(chosen, shown, { from: range ? last : undefined, to: key, on }));
      setLast(key);
    },
    all: (keys, on) => {
      const others = [...chosen].filter((key) => !keys.includes(key));
      choose(new Set(on ? [...others, ...keys] : others));
      setLast(undefined);
    },
    clear: () => {
      choose(new Set());
      setLast(undefined);
    },
  };
}

function storedAt(name: string): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(name) ?? "[]");
    return new Set(Array.isArray(stored) ? stored.map(String) : []);
  } catch {
    return new Set();
  }
}
