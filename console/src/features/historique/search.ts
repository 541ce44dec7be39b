import * as v from "valibot";
import { filterEntries } from "@/stayLists/filters/filters";
import { number } from "@/stayLists/filters/kinds";

/** What the list shows, in the address: back finds it again, and a link shares it. */
export const usageSearch = v.object({
  ...filterEntries,
  page: number(1),
  /** The open row. */
  ligne: number(1),
});

export type UsageSearch = v.InferOutput<typeof usageSearch>;
