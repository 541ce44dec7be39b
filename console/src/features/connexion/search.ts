import * as v from "valibot";

/** The single-use mark that the link of the mail carries. */
export const resetSearch = v.object({ jeton: v.optional(v.fallback(v.string(), "")) });
