import * as v from "valibot";
import { oneOf } from "@/kit/filters/kinds";

/** The most lines of each kind that the server lists. */
export const MOST_LINES = 100;

/** The view of the worklist, kept in the URL; what is absent is as usual. */
export const worklistSearch = v.object({
  tri: oneOf(["age", "montant"]),
  reportes: v.fallback(
    v.optional(
      v.pipe(
        v.unknown(),
        v.transform(String),
        v.literal("true"),
        v.transform((): true => true),
      ),
    ),
    undefined,
  ),
  lignes: v.fallback(
    v.optional(v.pipe(v.unknown(), v.transform(Number), v.literal(MOST_LINES))),
    undefined,
  ),
});

export type WorklistSearch = v.InferOutput<typeof worklistSearch>;
