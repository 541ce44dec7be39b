import * as v from "valibot";
import { STATE_WORDS } from "@/entities/waiting/words";
import { ids } from "@/kit/filters/kinds";
import type { FilterChip } from "@/ui/layout/FilterChips";
import { state, type WaitSearch } from "./search";

const NBSP = "\u00a0";

/** The fields of the modal; an empty field filters nothing. */
export type FilterValues = { etat: string[]; tarifs: string[]; stations: string[] };

export const filterSchema = v.object({
  etat: v.array(v.string()),
  tarifs: v.array(v.string()),
  stations: v.array(v.string()),
});

export const valuesOf = ({ etat, tarifs, stations }: WaitSearch): FilterValues => ({
  etat: state.show(etat),
  tarifs: ids.show(tarifs),
  stations: ids.show(stations),
});

export const NO_VALUES = valuesOf({});

export const searchOf = ({ etat, tarifs, stations }: FilterValues): WaitSearch => ({
  etat: state.read(etat),
  tarifs: ids.read(tarifs),
  stations: ids.read(stations),
});

type Named = readonly { id: number; nom: string }[];

/** Returns the active filters in words. */
export function chipsOf(
  { etat, tarifs, stations }: WaitSearch,
  loaded: { tariffs: Named; stations: Named },
) {
  const chips: (FilterChip & { without: WaitSearch })[] = [];
  const add = (word: string, says: string | undefined, name: keyof WaitSearch) => {
    if (says)
      chips.push({ key: word, label: `${word}${NBSP}: ${says}`, without: { [name]: undefined } });
  };
  add("État", etat?.map((one) => STATE_WORDS[one]).join(" ou "), "etat");
  add("Tarif", namesOf(tarifs, loaded.tariffs), "tarifs");
  add("Station", namesOf(stations, loaded.stations), "stations");
  return chips;
}

const namesOf = (chosen: readonly number[] | undefined, loaded: Named) =>
  chosen?.map((id) => loaded.find((one) => one.id === id)?.nom ?? `n°${NBSP}${id}`).join(" ou ");
