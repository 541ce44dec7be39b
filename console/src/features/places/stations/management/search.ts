import * as v from "valibot";
import { oneOf } from "@/kit/filters/kinds";
import { openRowsSearch } from "@/kit/lists/openRowsSearch";

const PARTS = ["apercu", "unites", "conditions", "informations", "journal"] as const;

/** The parts of the page, by the word of the URL; « unites » are the lockers or the spaces. */
export type Part = (typeof PARTS)[number];

const text = v.fallback(v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(50))), undefined);

/** The state of the page of a station, kept in the URL. */
export const stationSearch = v.object({
  ...openRowsSearch.entries,
  partie: oneOf(PARTS),
  /** The state and the type of the lockers that are listed. */
  etat: oneOf(["Libre", "Occupé", "Inactif"]),
  type: text,
});

export type StationSearch = v.InferOutput<typeof stationSearch>;
