/** The messages of the rules, with the same words as the server's. */
export const SENTENCES = {
  latitude: "Le format de la latitude n'est pas correct",
  longitude: "Le format de la longitude n'est pas correct",
  ports: "Le format des ports de la carte n'est pas correct (nombres séparés par des virgules)",
  complement: "Les informations ne peuvent dépasser 20 caractères",
  capacity: "Le nombre de places doit être compris entre 1 et 10\u00a0000",
  tag: "Une étiquette ne peut dépasser 50 caractères",
} as const;
