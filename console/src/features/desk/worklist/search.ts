import * as v from "valibot";
import { number, oneOf, words } from "@/kit/filters/kinds";

/** The most lines of each kind that the server lists. */
export const MOST_LINES = 100 as const;

const flag = v.fallback(
  v.optional(
    v.pipe(
      v.unknown(),
      v.transform(String),
      v.literal("true"),
      v.transform((): true => true),
    ),
  ),
  undefined,
);

/** The view of the worklist, kept in the URL; what is absent is as usual. */
export const worklistSearch = v.object({
  tri: oneOf(["age", "montant"]),
  reportes: flag,
  miennes: flag,
  age: oneOf(["24h", "7j"]),
  lignes: v.pipe(
    number(1),
    v.transform((count) => (count === MOST_LINES ? MOST_LINES : undefined)),
  ),
  /** The kinds that are shown, by their wire names, joined by commas; absent: all. */
  nature: words,
  /** The line that is open in the panel: « paiements:9 ». */
  ligne: words,
});

export type WorklistSearch = v.InferOutput<typeof worklistSearch>;

/** What of the view the server is asked for. */
export function askedOf({ nature: _kinds, ligne: _open, ...asked }: WorklistSearch) {
  return asked;
}

export type AskedWorklist = ReturnType<typeof askedOf>;
