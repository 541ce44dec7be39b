import * as v from "valibot";
import { STATES } from "@/entities/subscription/states";
import { choices, day, ids, number, oneOf, words } from "@/kit/filters/kinds";

export const state = choices(STATES);

/** The state of the list, kept in the URL so that « back » restores it and a link shares it. */
export const subscriptionSearch = v.object({
  recherche: words,
  etat: v.optional(state.address),
  tarifs: v.optional(ids.address),
  stations: v.optional(ids.address),
  reconduction: oneOf(["oui", "non"]),
  debutDu: v.optional(day.address),
  debutAu: v.optional(day.address),
  echeanceDu: v.optional(day.address),
  echeanceAu: v.optional(day.address),
  page: number(1),
  /** The id of the open row. */
  ligne: number(1),
});

export type SubscriptionSearch = v.InferOutput<typeof subscriptionSearch>;
