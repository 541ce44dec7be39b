import * as v from "valibot";
import { bounded } from "./bounded";
import * as pasted from "./pasted";

export const ALL_FIELDS = "Veuillez renseigner tous les champs";

/** Reports whether the sentence is about the whole form, and not about one field. */
export const isOfWholeForm = (sentence: string | undefined) =>
  sentence?.startsWith(ALL_FIELDS) === true;

/** The schema of a required text. */
export const required = (missing = ALL_FIELDS) => v.pipe(bounded, v.nonEmpty(missing));

const asTyped = (text: string) => text;

/**
 * The schema of a required text with a pattern; an empty one is only reported as missing. What is pasted is
 * cleaned first.
 */
export const shaped = (
  is: (text: string) => boolean,
  sentence: string,
  missing = ALL_FIELDS,
  clean = asTyped,
) =>
  v.pipe(
    v.string(),
    v.transform(clean),
    required(missing),
    v.check((text) => text === "" || is(text), sentence),
  );

export const postalCode = shaped(
  (text) => /^[0-9]{5}$/.test(text),
  "Le format du code postal n'est pas correct",
  ALL_FIELDS,
  pasted.code,
);

export const city = shaped(
  (text) => /^[\p{L}\p{M} '’-]{1,50}$/u.test(text),
  "Le format de la ville n'est pas correct",
  ALL_FIELDS,
  pasted.town,
);

/** Rejects what is clearly no e-mail; the server checks the details. */
export const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

/** The schema of a required e-mail. */
export const emailOf = (sentence: string, missing = ALL_FIELDS) =>
  shaped(isEmail, sentence, missing, pasted.email);

/** The schema of a required telephone number, in any notation: 0 and nine digits. */
export const phoneOf = (sentence: string, missing = ALL_FIELDS) =>
  shaped((text) => /^0[0-9]{9}$/.test(text), sentence, missing, pasted.phone);
