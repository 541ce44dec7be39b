import * as v from "valibot";

const oneOrMore = v.union([
  v.array(v.unknown()),
  v.pipe(
    v.unknown(),
    v.transform((one) => [one]),
  ),
]);

const identifiers = v.pipe(
  oneOrMore,
  v.transform((list) =>
    [...new Set(list.map(Number))].filter((id) => Number.isInteger(id) && id > 0),
  ),
);

/** The open rows, kept in the URL so that « back » restores them and a link shares them. */
export const openRowsSearch = v.object({ ouvertes: v.optional(identifiers) });
