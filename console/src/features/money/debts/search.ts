import * as v from "valibot";
import { number, words } from "@/kit/filters/kinds";

/** The state of the list, kept in the URL so that « back » restores it and a link shares it. */
export const debtSearch = v.object({
  recherche: words,
  page: number(1),
  /** The number of the person whose row is open. */
  ligne: number(1),
});

export type DebtSearch = v.InferOutput<typeof debtSearch>;
