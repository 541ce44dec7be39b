import * as v from "valibot";

export const TOO_LONG = "Ce texte ne peut dépasser 255 caractères";

const MAX_TEXT = 255;

/** Counts characters as the server does: an emoji is one. */
export const fits = (text: string, most: number) => [...text].length <= most;

/** Reports whether the trimmed text is within the server's maximum length. */
export const isBounded = (text: string) => fits(text.trim(), MAX_TEXT);

/** The schema of a trimmed text of bounded length. */
export const bounded = v.pipe(v.string(), v.trim(), v.check(isBounded, TOO_LONG));
