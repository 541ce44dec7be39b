import * as v from "valibot";
import { filterEntries } from "@/entities/stay/filters/filters";
import { number, words } from "@/kit/filters/kinds";

const { arret: _ofStays, ...filters } = filterEntries;

/** The state of the list, kept in the URL so that « back » restores it and a link shares it. */
export const paymentSearch = v.object({
  recherche: words,
  ...filters,
  page: number(1),
  /** The id of the open row. */
  ligne: number(1),
  /** The id of the payment whose details are shown. */
  paiement: number(1),
});

export type PaymentSearch = v.InferOutput<typeof paymentSearch>;
