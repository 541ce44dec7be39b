import type { Subscription } from "./api";

export type State = Subscription["etat"];

/** In the order in which the filter lists them; apart, for the routes, which load with the first page. */
export const STATES: readonly State[] = ["a_venir", "en_cours", "impaye", "resilie", "termine"];
