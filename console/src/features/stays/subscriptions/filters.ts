import * as v from "valibot";
import { STATE_WORDS } from "@/entities/subscription/words";
import { parseDate } from "@/format/typed";
import { days } from "@/kit/filters/days";
import { day, ids } from "@/kit/filters/kinds";
import type { FilterChip } from "@/ui/layout/FilterChips";
import { type SubscriptionSearch, state } from "./search";

const NBSP = "\u00a0";

/** The fields of the modal; an empty field filters nothing. */
export type FilterValues = {
  etat: string[];
  tarifs: string[];
  stations: string[];
  reconduction: "" | "oui" | "non";
  debutDu: string;
  debutAu: string;
  echeanceDu: string;
  echeanceAu: string;
};

type Day = "debutDu" | "debutAu" | "echeanceDu" | "echeanceAu";

const inOrder = (from: Day, to: Day) =>
  v.forward(
    v.check((values: FilterValues) => {
      const [first, last] = [parseDate(values[from]), parseDate(values[to])];
      return first === null || last === null || first <= last;
    }, "La date de fin ne peut précéder la date de début"),
    [to],
  );

const typedDay = day.typed as v.GenericSchema<string>;

export const filterSchema = v.pipe(
  v.object({
    etat: v.array(v.string()),
    tarifs: v.array(v.string()),
    stations: v.array(v.string()),
    reconduction: v.picklist(["", "oui", "non"]),
    debutDu: typedDay,
    debutAu: typedDay,
    echeanceDu: typedDay,
    echeanceAu: typedDay,
  }),
  inOrder("debutDu", "debutAu"),
  inOrder("echeanceDu", "echeanceAu"),
);

export const valuesOf = (search: SubscriptionSearch): FilterValues => ({
  etat: state.show(search.etat),
  tarifs: ids.show(search.tarifs),
  stations: ids.show(search.stations),
  reconduction: search.reconduction ?? "",
  debutDu: day.show(search.debutDu),
  debutAu: day.show(search.debutAu),
  echeanceDu: day.show(search.echeanceDu),
  echeanceAu: day.show(search.echeanceAu),
});

export const NO_VALUES = valuesOf({});

export const searchOf = (values: FilterValues): SubscriptionSearch => ({
  etat: state.read(values.etat),
  tarifs: ids.read(values.tarifs),
  stations: ids.read(values.stations),
  reconduction: values.reconduction || undefined,
  debutDu: day.read(values.debutDu),
  debutAu: day.read(values.debutAu),
  echeanceDu: day.read(values.echeanceDu),
  echeanceAu: day.read(values.echeanceAu),
});

type Named = readonly { id: number; nom: string }[];

/** Returns the active filters in words. */
export function chipsOf(
  search: SubscriptionSearch,
  { tariffs, stations }: { tariffs: Named; stations: Named },
) {
  const chips: (FilterChip & { without: SubscriptionSearch })[] = [];
  const add = (word: string, says: string | undefined, ...names: (keyof SubscriptionSearch)[]) => {
    const without = Object.fromEntries(names.map((name) => [name, undefined]));
    if (says) chips.push({ key: word, label: `${word}${NBSP}: ${says}`, without });
  };
  const { etat, reconduction, debutDu, debutAu, echeanceDu, echeanceAu } = search;
  add("État", etat?.map((one) => STATE_WORDS[one]).join(" ou "), "etat");
  add("Tarif", namesOf(search.tarifs, tariffs), "tarifs");
  add("Station", namesOf(search.stations, stations), "stations");
  add("Reconduction", reconduction, "reconduction");
  add("Début", days(debutDu, debutAu), "debutDu", "debutAu");
  add("Prochaine échéance", days(echeanceDu, echeanceAu), "echeanceDu", "echeanceAu");
  return chips;
}

const namesOf = (chosen: readonly number[] | undefined, loaded: Named) =>
  chosen?.map((id) => loaded.find((one) => one.id === id)?.nom ?? `n°${NBSP}${id}`).join(" ou ");
