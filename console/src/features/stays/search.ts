import * as v from "valibot";
import { filterEntries } from "@/entities/stay/filters/filters";
import { number } from "@/kit/filters/kinds";

const {
  remboursement: _refunds,
  reportes: _worklist,
  suivi: _followed,
  ...filters
} = filterEntries;

/** The state of the list, kept in the URL so that « back » restores it and a link shares it. */
export const staySearch = v.object({
  ...filters,
  page: number(1),
  /** The id of the open row. */
  ligne: number(1),
});

export type StaySearch = v.InferOutput<typeof staySearch>;
