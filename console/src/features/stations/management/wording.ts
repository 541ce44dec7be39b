import type { Locker, LockerStay } from "@/data/lockers";
import type { Station } from "@/data/stations";
import type { Counter } from "@/ui/CounterList";
import type { StatusColor } from "@/ui/StatusChip";
import { fold } from "@/words/fold";

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

const VEHICLES = ["Vélo cargo", "Vélo", "Trottinette"];

/** Returns the number of lockers of each kind and in each state. */
export function lockerCounters(lockers: readonly Locker[]): {
  kinds: Counter[];
  states: Counter[];
} {
  const count = (is: (locker: Locker) => boolean) => lockers.filter(is).length;
  return {
    kinds: [
      { label: lockers.length > 1 ? "Casiers" : "Casier", value: lockers.length, color: "grey" },
      ...VEHICLES.map(
        (label): Counter => ({
          label,
          value: count(({ type }) => type.nom === label),
          color: "grey",
        }),
      ),
    ],
    states: [
      { label: "Libres", value: count(({ etat }) => etat === "Libre"), color: "green" },
      { label: "Occupés", value: count(({ etat }) => etat === "Occupé"), color: "orange" },
      { label: "Inactifs", value: count(({ etat }) => etat === "Inactif"), color: "red" },
    ],
  };
}
