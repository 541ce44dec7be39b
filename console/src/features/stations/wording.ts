import type { Counter } from "@/shared/ui/CounterList";
import type { Station } from "./queries";

export const STATION_TYPES: Record<Station["stationType"], string> = {
  indiv: "Individuelle",
  collec: "Collective sans comptage",
  "collec-comptage": "Collective avec comptage",
};

/** The counts of a station: of its lockers, or of its places when people share one space. */
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
