import * as v from "valibot";
import { STATE_WORDS } from "@/entities/intervention/words";
import { OUTAGE_CAUSES } from "@/entities/locker/outage";
import type { FilterChip } from "@/ui/layout/FilterChips";
import { cause, type InterventionSearch, state } from "./search";

const NBSP = "\u00a0";

/** The fields of the modal; an empty field filters nothing. */
export type FilterValues = { etat: string[]; cause: string[]; station: string; miennes: boolean };

export const filterSchema = v.object({
  etat: v.array(v.string()),
  cause: v.array(v.string()),
  station: v.string(),
  miennes: v.boolean(),
});

export const valuesOf = (search: InterventionSearch): FilterValues => ({
  etat: state.show(search.etat),
  cause: cause.show(search.cause),
  station: search.station === undefined ? "" : String(search.station),
  miennes: search.miennes !== undefined,
});

export const NO_VALUES = valuesOf({});

export const searchOf = (values: FilterValues): InterventionSearch => ({
  etat: state.read(values.etat),
  cause: cause.read(values.cause),
  station: values.station === "" ? undefined : Number(values.station),
  miennes: values.miennes ? 1 : undefined,
});

type Named = readonly { id: number; nom: string }[];

/** Returns the active filters in words. */
export function chipsOf(search: InterventionSearch, stations: Named) {
  const chips: (FilterChip & { without: InterventionSearch })[] = [];
  const add = (label: string | undefined, name: keyof InterventionSearch) => {
    if (label) chips.push({ key: name, label, without: { [name]: undefined } });
  };
  const says = (word: string, told: string | undefined) => told && `${word}${NBSP}: ${told}`;
  const { etat, cause: causes, station } = search;
  add(says("État", etat?.map((one) => STATE_WORDS[one]).join(" ou ")), "etat");
  add(says("Cause", causes?.map((one) => OUTAGE_CAUSES[one]).join(" ou ")), "cause");
  add(
    says(
      "Station",
      station === undefined
        ? undefined
        : (stations.find(({ id }) => id === station)?.nom ?? `n°${NBSP}${station}`),
    ),
    "station",
  );
  add(search.miennes === undefined ? undefined : "Les miennes", "miennes");
  return chips;
}
