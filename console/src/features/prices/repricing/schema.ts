import * as v from "valibot";
import { toWire } from "../fields/conversions";
import { tariffSchema } from "../fields/tariffSchema";
import { spanInput, spanSchema } from "../repricing/span";
import type { RepricingInput } from "./api";

/** The span of starts, and the corrected values under the rules of a tariff. */
export const repricingSchema = v.intersect([tariffSchema, spanSchema]);

export type RepricingValues = v.InferInput<typeof repricingSchema>;

export const repricingInput = ({ du, au, ...terms }: RepricingValues): RepricingInput => ({
  ...spanInput({ du, au }),
  tarif: toWire(terms),
});
