import * as v from "valibot";
import { bounded } from "./bounded";

export const ALL_FIELDS = "Veuillez renseigner tous les champs";

/** A text that must be there. */
export const required = (missing = ALL_FIELDS) => v.pipe(bounded, v.nonEmpty(missing));

/** A required text of one shape; left empty, it is only said to be missing. */
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
  (text) => /^[\p{L}\p{M} -]{1,50}$/u.test(text),
  "Le format de la ville n'est pas correct",
);

/** What is plainly no address; the server knows the finer points. */
export const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

/** 0 and nine digits; spaces, dots and +33 in front are understood. */
export const isPhone = (text: string) => /^(\+33|0)[0-9]{9}$/.test(text.replaceAll(/[ .-]/g, ""));
