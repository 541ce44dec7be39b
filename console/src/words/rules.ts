import * as v from "valibot";
import { bounded } from "./bounded";

export const ALL_FIELDS = "Veuillez renseigner tous les champs";

/** Reports whether the sentence is about the whole form, and not about one field. */
export const isOfWholeForm = (sentence: string | undefined) =>
  sentence?.startsWith(ALL_FIELDS) === true;

/** The schema of a required text. */
export const required = (missing = ALL_FIELDS) => v.pipe(bounded, v.nonEmpty(missing));

/** The schema of a required text with a pattern; an empty one is only reported as missing. */
export const shaped = (is: (text: string) => boolean, sentence: string, missing = ALL_FIELDS) =>
  v.pipe(
    required(missing),
    v.check((text) => text === "" || is(text), sentence),
  );

export const postalCode = shaped(
  (text) => /^[0-9]{5}$/.test(text),
  "Le format du code postal n'est pas correct",
);

export const city = shaped(
  (text) => /^[\p{L}\p{M} '’-]{1,50}$/u.test(text),
  "Le format de la ville n'est pas correct",
);

/** Rejects what is clearly no e-mail; the server checks the details. */
export const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

/** A telephone number: 0 and nine digits; spaces, dots and a leading +33 are accepted. */
export const isPhone = (text: string) => /^(\+33|0)[0-9]{9}$/.test(text.replaceAll(/[ .-]/g, ""));
