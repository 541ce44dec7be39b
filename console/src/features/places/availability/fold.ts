import type { AvailabilityLocker, MonthSpan } from "./api";

/** What is told of each locker, and what is told once for all of the station. */
interface Folded {
  /** The times in which no locker of the station could be used. */
  station: MonthSpan[];
  /** Those with an unavailability of their own. */
  own: AvailabilityLocker[];
  others: AvailabilityLocker[];
}

/** Tells the lockers with an unavailability of their own, which counts, from those that lacked the station alone. */
export function foldLockers(
  lockers: readonly AvailabilityLocker[],
  spans: readonly MonthSpan[],
): Folded {
  const counted = spans.filter(({ secondesComptees }) => secondesComptees > 0);
  const ids = new Set(counted.map(({ idCasier }) => idCasier));
  return {
    station: counted.filter(({ idCasier }) => idCasier === null),
    own: lockers.filter(({ idCasier }) => ids.has(idCasier)),
    others: lockers.filter(({ idCasier }) => !ids.has(idCasier)),
  };
}
