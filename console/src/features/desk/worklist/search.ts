import * as v from "valibot";

/** The most lines of each kind that the server lists. */
export const MOST_LINES = 100;

/** The view of the worklist, kept in the URL; what is absent is as usual. */
export const worklistSearch = v.object({
  tri: v.fallback(v.optional(v.picklist(["age", "montant"])), undefined),
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
