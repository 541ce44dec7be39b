import * as v from "valibot";
import { bounded } from "@/shared/text/bounded";

/** The sentences of the rules; the server speaks with the same. */
export const SENTENCES = {
  allFields: "Veuillez renseigner tous les champs",
  latitude: "Le format de la latitude n'est pas correct",
  longitude: "Le format de la longitude n'est pas correct",
  postalCode: "Le format du code postal n'est pas correct",
  city: "Le format de la ville n'est pas correct",
  ports: "Le format des ports de la carte n'est pas correct (nombres séparés par des virgules)",
  complement: "Les informations ne peuvent dépasser 20 caractères",
  capacity: "Le nombre de places doit être compris entre 1 et 10\u00a0000",
  tag: "Une étiquette ne peut dépasser 50 caractères",
} as const;

export const required = v.pipe(bounded, v.nonEmpty(SENTENCES.allFields));

/** A required text of one shape; left empty, it is only said to be missing. */
export const shaped = (is: (text: string) => boolean, sentence: string) =>
  v.pipe(
    required,
    v.check((text) => text === "" || is(text), sentence),
  );
