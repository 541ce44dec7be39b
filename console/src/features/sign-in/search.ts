import * as v from "valibot";

/** The single-use token of links in older mails; newer links have it in the fragment. */
export const resetSearch = v.object({ jeton: v.optional(v.fallback(v.string(), "")) });
