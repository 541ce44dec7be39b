import { LOCKER_TYPE_WORDS } from "@/entities/locker/types";
import { formatCount } from "@/format";
import type { TariffWithLists } from "../api";
import type { TariffChanges } from "../edit/api";

/** The most frequent first. */
export const ALL_TYPES = [2, 1, 3, 4] as const;

/** All lockers of some types at several stations, to which a tariff is to apply in one act. */
export interface Coverage {
  stations: ReadonlySet<number>;
  types: ReadonlySet<number>;
  /** Lockers of these types that are created later get the tariff too. */
  follow: boolean;
}

/** Everything: all stations, all types, and what comes later. */
export const wholeCoverage = (stations: readonly { id: number }[]): Coverage => ({
  stations: new Set(stations.map(({ id }) => id)),
  types: new Set(ALL_TYPES),
  follow: true,
});

/** Reports whether all these stations are chosen: only then can new ones be followed. */
export const coversAll = ({ stations }: Coverage, all: readonly { id: number }[]) =>
  all.every(({ id }) => stations.has(id));

/** Returns what cannot be saved; null when all is chosen that is needed. */
export function coverageFault({ stations, types }: Coverage): string | null {
  if (types.size === 0) return "Veuillez choisir au moins un type de casier";
  return stations.size === 0 ? "Veuillez choisir au moins une station" : null;
}

/** Returns the request: all stations and all types are sent as none named, so that none is forgotten. */
export function coverageInput(
  coverage: Coverage,
  all: readonly { id: number }[],
): Pick<TariffChanges, "application" | "typesSuivis"> {
  const whole = coversAll(coverage, all);
  const types = ALL_TYPES.filter((type) => coverage.types.has(type));
  return {
    application: {
      ...(!whole && { idStations: [...coverage.stations] }),
      ...(types.length < ALL_TYPES.length && { types }),
    },
    ...(whole && { typesSuivis: coverage.follow ? types : [] }),
  };
}

/** « 312 casiers et espaces, dans 12 stations ». */
export function placesOf({ stations }: Pick<TariffWithLists, "stations">): string {
  const lockers = stations.reduce((sum, { casiers }) => sum + casiers.length, 0);
  const places = `${formatCount(lockers)} ${lockers > 1 ? "casiers et espaces" : "casier ou espace"}`;
  return `${places}, dans ${formatCount(stations.length)} station${stations.length > 1 ? "s" : ""}`;
}

/** « Vélo, Trottinette »; « tous les types ». */
export const typesInWords = (types: readonly number[]) =>
  types.length === ALL_TYPES.length
    ? "tous les types"
    : ALL_TYPES.filter((type) => types.includes(type))
        .map((type) => LOCKER_TYPE_WORDS[type])
        .join(", ");
