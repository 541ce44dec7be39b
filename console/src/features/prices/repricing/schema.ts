import * as v from "valibot";
import { toWire } from "../fields/conversions";
import { tariffSchema } from "../fields/tariffSchema";
import { spanInput, spanSchema } from "../repricing/span";
import type { ReplayInput } from "./api";

/** The span of starts, and the corrected values under the rules of a tariff. */
export const replaySchema = v.intersect([tariffSchema, spanSchema]);

export type ReplayValues = v.InferInput<typeof replaySchema>;

export const replayInput = ({ du, au, ...terms }: ReplayValues): ReplayInput => ({
  ...spanInput({ du, au }),
  tarif: toWire(terms),
});
