/** The messages of the rules, with the same words as the server's. */
export const SENTENCES = {
  latitude: "Le format de la latitude n'est pas correct",
  longitude: "Le format de la longitude n'est pas correct",
  ports: "Le format des ports de la carte n'est pas correct (nombres séparés par des virgules)",
  complement: "Les informations ne peuvent dépasser 20 caractères",
  capacity: "Le nombre de places doit être compris entre 1 et 10\u00a0000",
  commune:
    "Le format du code commune n'est pas correct (cinq caractères du code INSEE, comme 38185)",
  osm: "Le format de l'identifiant OpenStreetMap n'est pas correct (n, w ou r, puis un nombre)",
  year: "L'année de mise en service doit être comprise entre 1900 et 2100",
  page: "L'adresse de la page d'information doit être de la forme https://www.exemple.fr/page",
  tag: "Une étiquette ne peut dépasser 50 caractères",
} as const;
