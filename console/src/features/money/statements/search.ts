import * as v from "valibot";
import { number, words } from "@/kit/filters/kinds";

/** The figure of the statement whose lines are shown, and their page. */
export const statementSearch = v.object({
  chiffre: words,
  page: number(1),
  apres: words,
  avant: words,
});

export type StatementSearch = v.InferOutput<typeof statementSearch>;
