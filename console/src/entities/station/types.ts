/** The kinds of station, by wire name, with their labels. */
export const STATION_TYPES = {
  indiv: "Individuelle",
  collec: "Collective sans comptage",
  "collec-comptage": "Collective avec comptage",
} as const;
