import * as v from "valibot";
import { LOGGED_EVENTS } from "@/entities/webhook/eventNames";
import { number, oneOf, words } from "@/kit/filters/kinds";

/** The filters, the page and the open row of the log of deliveries, kept in the URL. */
export const deliverySearch = v.object({
  etat: oneOf(["en_attente", "livree", "abandonnee"] as const),
  evenement: oneOf(LOGGED_EVENTS),
  page: number(1),
  /** The keys by which the buttons lead from page to page; `page` then only counts them. */
  apres: words,
  avant: words,
  /** The id of the open row. */
  ligne: number(1),
});

export type DeliverySearch = v.InferOutput<typeof deliverySearch>;

export const NO_FILTER = { etat: undefined, evenement: undefined };
