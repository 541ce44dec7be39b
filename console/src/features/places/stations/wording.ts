import type { Station } from "@/entities/station/api";
import { counted } from "@/format";
import type { Counter } from "@/ui/layout/CounterList";

/** The counts of a station: of its lockers, or of its places for a collective station. */
export function stationCounters(station: Station): Counter[] {
  const [valid, free, occupied, inactive] =
    station.stationType === "indiv"
      ? ["Casiers valides", "Casiers libres", "Casiers occupés", "Casiers inactifs"]
      : ["Places valides", "Places libres", "Places occupées", "Places inactives"];
  return [
    { label: valid, value: station.nombreCasiersValides, color: "grey" },
    { label: free, value: station.nombreCasiersLibres, color: "green" },
    { label: occupied, value: station.nombreCasiersOccupes, color: "orange" },
    { label: inactive, value: station.nombreCasiersInactifs, color: "red" },
  ];
}

/** Why the station cannot be deleted, in the words of the server. */
export const stationInUse = ({ casiers = [] }: Station): string | undefined =>
  casiers.some(({ utilisations }) => utilisations.length > 0)
    ? "Cette station ne peut être supprimée\u00a0: une utilisation y est en cours."
    : undefined;

/** Reports whether a station in service has no free locker or place left. */
export const isFull = ({ actif, nombreCasiersValides, nombreCasiersLibres }: Station) =>
  actif && nombreCasiersValides > 0 && nombreCasiersLibres === 0;

/** Returns the numbers of free, occupied and inactive lockers or places, each with its word: « 12 libres ». */
export function occupancyInWords(station: Station): {
  free: string;
  occupied: string;
  inactive: string;
} {
  const feminine = station.stationType === "indiv" ? "" : "e";
  const inactive = station.stationType === "indiv" ? "inactif" : "inactive";
  return {
    free: counted(station.nombreCasiersLibres, "libre"),
    occupied: counted(station.nombreCasiersOccupes, `occupé${feminine}`),
    inactive: counted(station.nombreCasiersInactifs, inactive),
  };
}
