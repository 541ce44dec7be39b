import * as v from "valibot";

/** The single-use mark in the links of mails from before it stood in their fragment. */
export const resetSearch = v.object({ jeton: v.optional(v.fallback(v.string(), "")) });
