/** The kinds of station, as the wire names them and as people do. */
export const STATION_TYPES = {
  indiv: "Individuelle",
  collec: "Collective sans comptage",
  "collec-comptage": "Collective avec comptage",
} as const;
