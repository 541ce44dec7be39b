import * as v from "valibot";

export const TOO_LONG = "Ce texte ne peut dépasser 255 caractères";

const MAX_TEXT = 255;

/** Counted as the server does: an emoji is one character. */
export const fits = (text: string, most: number) => [...text].length <= most;

/** At most what the server keeps of a text, without the spaces around it. */
export const isBounded = (text: string) => fits(text.trim(), MAX_TEXT);

/** A bounded text, without the spaces around it. */
export const bounded = v.pipe(v.string(), v.trim(), v.check(isBounded, TOO_LONG));
