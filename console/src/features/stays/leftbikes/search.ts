import * as v from "valibot";
import { STEPS } from "@/entities/leftbike/steps";
import { choices, number } from "@/kit/filters/kinds";

export const step = choices(STEPS);

/** The state of the list, kept in the URL so that « back » restores it and a link shares it. */
export const leftBikeSearch = v.object({
  etape: v.optional(step.address),
  page: number(1),
  /** The id of the open row. */
  ligne: number(1),
});

export type LeftBikeSearch = v.InferOutput<typeof leftBikeSearch>;
