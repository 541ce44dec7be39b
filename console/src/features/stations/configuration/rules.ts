import * as v from "valibot";

/** The sentences of the rules; the server speaks with the same. */
export const SENTENCES = {
  allFields: "Veuillez renseigner tous les champs",
  latitude: "Le format de la latitude n'est pas correct",
  longitude: "Le format de la longitude n'est pas correct",
  postalCode: "Le format du code postal n'est pas correct",
  city: "Le format de la ville n'est pas correct",
  ports: "Le format des ports de la carte n'est pas correct (nombres séparés par des virgules)",
  complement: "Les informations ne peuvent dépasser 20 caractères",
  tooLong: "Ce texte ne peut dépasser 255 caractères",
  capacity: "Le nombre de places doit être compris entre 1 et 10\u00a0000",
  tag: "Une étiquette ne peut dépasser 50 caractères",
} as const;

const MAX_TEXT = 255;

/** Counted as the server does: an emoji is one character. */
export const fits = (text: string, most: number) => [...text].length <= most;

export const bounded = v.pipe(
  v.string(),
  v.trim(),
  v.check((text) => fits(text, MAX_TEXT), SENTENCES.tooLong),
);

export const required = v.pipe(bounded, v.nonEmpty(SENTENCES.allFields));

/** A required text of one shape; left empty, it is only said to be missing. */
export const shaped = (is: (text: string) => boolean, sentence: string) =>
  v.pipe(
    required,
    v.check((text) => text === "" || is(text), sentence),
  );
