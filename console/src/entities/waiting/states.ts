import type { Wait } from "./api";

export type State = Wait["etat"];

/** In the order in which the filter lists them; apart, for the routes, which load with the first page. */
export const STATES = ["en_attente", "offre", "sans_reponse"] as const satisfies readonly State[];
