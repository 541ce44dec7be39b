import type { LeftBike } from "./api";

export type Step = LeftBike["etape"];

/** In the order in which the filter lists them; apart, for the routes, which load with the first page. */
export const STEPS = [
  "ouvert",
  "preavis",
  "enleve",
  "rendu",
  "donne",
  "detruit",
  "repris",
  "annule",
] as const satisfies readonly Step[];
