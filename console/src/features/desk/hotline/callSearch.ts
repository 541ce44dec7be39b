import * as v from "valibot";
import { number, words } from "@/kit/filters/kinds";

/** What is searched for, and whom and which locker the call is about, in the URL: « back » leads to the search. */
export const callSearch = v.object({
  recherche: words,
  usager: number(1),
  casier: number(1),
});

export type CallSearch = v.InferOutput<typeof callSearch>;
