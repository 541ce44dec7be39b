import * as v from "valibot";
import { STATION_TYPES } from "@/entities/station/types";
import { oneOf } from "@/kit/filters/kinds";
import { openRowsSearch } from "@/kit/lists/openRowsSearch";

/** The states by which the list is filtered, with the words of the filter. */
export const STATES = {
  active: "Actives",
  inactive: "Inactives",
  muette: "Muettes",
} as const;

/** The columns by which the list is sorted, with the words of the choice on a phone. */
export const SORTS = {
  libelle: "Libellé",
  nom: "Nom",
  type: "Type",
  places: "Places libres",
  etat: "État",
} as const;

export type SortKey = keyof typeof SORTS;

const keysOf = <T extends object>(words: T) => Object.keys(words) as (keyof T & string)[];
const flag = v.fallback(
  v.optional(
    v.pipe(
      v.unknown(),
      v.transform((raw) => (Number(raw) === 1 ? (1 as const) : undefined)),
    ),
  ),
  undefined,
);

/** The state of a list of stations, kept in the URL so that « back » restores it and a link shares it. */
export const stationListSearch = v.object({
  ...openRowsSearch.entries,
  recherche: v.fallback(v.optional(v.pipe(v.string(), v.maxLength(255))), undefined),
  type: oneOf(keysOf(STATION_TYPES)),
  etat: oneOf(keysOf(STATES)),
  complete: flag,
  tri: oneOf(keysOf(SORTS)),
  sens: oneOf(["desc"] as const),
  vue: oneOf(["liste", "carte"] as const),
});

export type StationListSearch = v.InferOutput<typeof stationListSearch>;

/** The search without any filter. */
export const NO_FILTER = {
  recherche: undefined,
  type: undefined,
  etat: undefined,
  complete: undefined,
} as const satisfies Partial<StationListSearch>;
