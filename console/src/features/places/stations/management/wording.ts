import type { Locker, LockerStay } from "@/entities/locker/api";
import { LOCKER_TYPE_WORDS, VEHICLE_TYPES } from "@/entities/locker/types";
import type { Station } from "@/entities/station/api";
import { formatDuration, plural } from "@/format";
import { fold } from "@/format/fold";
import type { StatusColor } from "@/ui/feedback/StatusChip";
import type { Counter } from "@/ui/layout/CounterList";

export const STATES: Record<Locker["etat"], StatusColor> = {
  Libre: "green",
  Occupé: "orange",
  Inactif: "red",
};

/** Returns the word for a unit of the station: « casier » or « espace ». */
export const lockerWord = ({ stationType }: Station) =>
  stationType === "indiv" ? "casier" : "espace";

export function customerName({ utilisateur }: LockerStay): string {
  return [utilisateur.prenom, utilisateur.nom].filter(Boolean).join(" ");
}

/** A stay from before tariffs existed has none and costs nothing; its page says so. */
export const tariffName = ({ tarif }: LockerStay) => tarif?.libelle ?? "aucune condition tarifaire";

/** From this number of lockers on, a search box finds one by its code. */
const SEARCH_FROM = 20;
export const needsSearch = (list: readonly unknown[]) => list.length > SEARCH_FROM;

/** Returns the lockers whose name contains the text. */
export function filterByName<T>(
  list: readonly T[],
  name: (item: T) => string,
  text: string,
): readonly T[] {
  const query = fold(text);
  return query ? list.filter((item) => fold(name(item)).includes(query)) : list;
}

export const filterByCode = (lockers: readonly Locker[], code: string) =>
  filterByName(lockers, ({ nom }) => nom, code);

/** What a count counts: lockers in a state, of a type, or all. */
export type Picked = { etat?: Locker["etat"]; type?: string };

/** Returns the lockers in the picked state and of the picked type. */
export function pick(lockers: readonly Locker[], { etat, type }: Picked): readonly Locker[] {
  if (!etat && !type) return lockers;
  return lockers.filter(
    (locker) => (!etat || locker.etat === etat) && (!type || locker.type.nom === type),
  );
}

type LockerCounter = Counter & { picks: Picked };

/** Returns the number of lockers of each kind and in each state. */
export function lockerCounters(lockers: readonly Locker[]): {
  kinds: LockerCounter[];
  states: LockerCounter[];
} {
  const counter = (label: string, color: StatusColor, picks: Picked): LockerCounter => ({
    label,
    color,
    picks,
    value: pick(lockers, picks).length,
  });
  return {
    kinds: [
      counter(plural(lockers.length, "Casier"), "grey", {}),
      ...VEHICLE_TYPES.map((id) => LOCKER_TYPE_WORDS[id]).map((type) =>
        counter(type, "grey", { type }),
      ),
    ],
    states: [
      counter("Libres", "green", { etat: "Libre" }),
      counter("Occupés", "orange", { etat: "Occupé" }),
      counter("Inactifs", "red", { etat: "Inactif" }),
    ],
  };
}

const MINUTE = 60_000;

/** Returns how long a stay has lasted, in words. */
export const elapsed = ({ utilisation }: LockerStay, now: number) =>
  formatDuration(Math.max(0, Math.floor((now - Date.parse(utilisation.debutOccupation)) / MINUTE)));

/** « A1 à A3, B1, B4 »: names that follow each other are said as a range. */
export function namesInWords(names: readonly string[]): string {
  const sorted = [...names].sort((a, b) => collator.compare(fold(a), fold(b)));
  const ranges: string[][] = [];
  for (const name of sorted) {
    const range = ranges.at(-1);
    if (range && follows(range.at(-1) ?? "", name)) range.push(name);
    else ranges.push([name]);
  }
  return ranges
    .flatMap((range) => (range.length > 2 ? [`${range[0]} à ${range.at(-1)}`] : range))
    .join(", ");
}

const collator = new Intl.Collator("fr", { numeric: true });

/** Reports whether two names differ by 1 in the number at their end. */
function follows(before: string, after: string): boolean {
  const [, prefix, number] = /^(.*?)(\d{1,9})$/.exec(before) ?? [];
  const [, nextPrefix, next] = /^(.*?)(\d{1,9})$/.exec(after) ?? [];
  return prefix !== undefined && prefix === nextPrefix && Number(next) === Number(number) + 1;
}
