import * as v from "valibot";

/** The single-use token of links in older mails; newer links have it in the fragment. */
export const resetSearch = v.object({ jeton: v.optional(v.fallback(v.string(), "")) });

const text = v.optional(v.fallback(v.string(), ""));

/** What a provider adds to the address when it sends the browser back. */
export const returnSearch = v.object({ code: text, state: text, iss: text, error: text });
