import type { Station } from "@/data/stations";
import type { Counter } from "@/ui/CounterList";
import { STATION_TYPES } from "@/words/stationTypes";

export { STATION_TYPES };

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
