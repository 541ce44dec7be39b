import * as v from "valibot";
import { filterEntries } from "@/stayLists/filters/filters";
import { number, words } from "@/stayLists/filters/kinds";

const { arret: _ofStays, ...filters } = filterEntries;

/** What the list shows, in the address: back finds it again, and a link shares it. */
export const paymentSearch = v.object({
  recherche: words,
  ...filters,
  page: number(1),
  /** The open row. */
  ligne: number(1),
  /** The payment whose details are shown. */
  paiement: number(1),
});

export type PaymentSearch = v.InferOutput<typeof paymentSearch>;
