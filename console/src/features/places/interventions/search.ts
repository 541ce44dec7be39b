import * as v from "valibot";
import { CAUSES, STATES } from "@/entities/intervention/states";
import { choices, number } from "@/kit/filters/kinds";

export const state = choices(STATES);
export const cause = choices(CAUSES);

/** The state of the list, kept in the URL so that « back » restores it and a link shares it. */
export const interventionSearch = v.object({
  etat: v.optional(state.address),
  cause: v.optional(cause.address),
  station: number(1),
  /** 1: those of the account alone. */
  miennes: number(1),
  page: number(1),
  /** The id of the open row. */
  ligne: number(1),
});

export type InterventionSearch = v.InferOutput<typeof interventionSearch>;
