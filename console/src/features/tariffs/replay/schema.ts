import * as v from "valibot";
import type { ReplayInput } from "@/data/replays";
import { parseDate } from "@/words/typed";
import { toWire } from "../fields/conversions";
import { tariffSchema } from "../fields/tariffSchema";

const day = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty("Veuillez renseigner la date"),
  v.check(
    (typed) => typed === "" || parseDate(typed) !== null,
    "Le format de la date n'est pas correct",
  ),
);

const span = v.pipe(
  v.object({ du: day, au: day }),
  v.forward(
    v.check(({ du, au }) => {
      const [from, to] = [parseDate(du), parseDate(au)];
      return from === null || to === null || from <= to;
    }, "La fin de la période ne peut précéder son début"),
    ["au"],
  ),
);

/** The span of starts, and the corrected values under the rules of a tariff. */
export const replaySchema = v.intersect([tariffSchema, span]);

export type ReplayValues = v.InferInput<typeof replaySchema>;

export const replayInput = ({ du, au, ...terms }: ReplayValues): ReplayInput => ({
  du: parseDate(du) ?? "",
  au: parseDate(au) ?? "",
  tarif: toWire(terms),
});
