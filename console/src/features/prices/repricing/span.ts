import * as v from "valibot";
import { parseDate } from "@/format/typed";

const day = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty("Veuillez renseigner la date"),
  v.check(
    (typed) => typed === "" || parseDate(typed) !== null,
    "Le format de la date n'est pas correct",
  ),
);

/** The first and the last day of the starts, as typed. */
export const spanSchema = v.pipe(
  v.object({ du: day, au: day }),
  v.forward(
    v.check(({ du, au }) => {
      const [from, to] = [parseDate(du), parseDate(au)];
      return from === null || to === null || from <= to;
    }, "La fin de la période ne peut précéder son début"),
    ["au"],
  ),
);

export type Span = v.InferInput<typeof spanSchema>;

/** Returns the days in wire format. */
export const spanInput = ({ du, au }: Span): Span => ({
  du: parseDate(du) ?? "",
  au: parseDate(au) ?? "",
});
