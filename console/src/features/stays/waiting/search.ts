import * as v from "valibot";
import { STATES } from "@/entities/waiting/states";
import { choices, ids, number, words } from "@/kit/filters/kinds";

export const state = choices(STATES);

/** The state of the list, kept in the URL so that « back » restores it and a link shares it. */
export const waitSearch = v.object({
  recherche: words,
  etat: v.optional(state.address),
  tarifs: v.optional(ids.address),
  stations: v.optional(ids.address),
  page: number(1),
  /** The id of the open row. */
  ligne: number(1),
});

export type WaitSearch = v.InferOutput<typeof waitSearch>;
