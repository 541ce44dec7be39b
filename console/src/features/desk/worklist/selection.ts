import { useState } from "react";

/**
 * Returns the chosen ids after one was chosen or left: with the shift key, all ids from the one before it to
 * this one, in the order in which they are shown.
 */
export function chooseRange(
  chosen: ReadonlySet<number>,
  shown: readonly number[],
  { from, to, on }: { from: number | undefined; to: number; on: boolean },
): ReadonlySet<number> {
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
  /** The chosen ids among those shown, in their order. */
  ids: number[];
  has(id: number): boolean;
  toggle(id: number, on: boolean, range: boolean): void;
  /** Chooses all that are shown, or none. */
  all(on: boolean): void;
}

/** The rows that somebody chose among those shown; one that is gone is not chosen any more. */
export function useSelection(shown: readonly number[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [last, setLast] = useState<number>();
  return {
    ids: shown.filter((id) => chosen.has(id)),
    has: (id) => chosen.has(id),
    toggle: (id, on, range) => {
      setChosen(chooseRange(chosen, shown, { from: range ? last : undefined, to: id, on }));
      setLast(id);
    },
    all: (on) => {
      setChosen(new Set(on ? shown : []));
      setLast(undefined);
    },
  };
}
