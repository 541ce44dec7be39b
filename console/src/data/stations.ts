import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { chosenOperator } from "@/session/operator";
import { keys } from "./keys";
import { LIVE, STILL } from "./live";

export type Station = components["schemas"]["Station"];
export type StationInput = components["schemas"]["StationInput"];
export type LockerTariffs = components["schemas"]["LockerTariffs"];

export const stationsQuery = (operatorId: number) =>
  queryOptions({
    queryKey: keys.stations(operatorId),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/station/exploitant/{id}", { ...byId(operatorId), signal })),
  });

/** The station with its lockers and current stays, kept up to date on screen. */
export const liveStationQuery = (id: number) =>
  queryOptions({
    queryKey: keys.station(id),
    queryFn: ({ signal }) => unwrap(client.GET("/api/admin/station/{id}", { ...byId(id), signal })),
    staleTime: 5_000,
    ...LIVE,
  });

/** Reads the station as it is now, before it is deleted. */
export const readStation = (queryClient: QueryClient, id: number) =>
  queryClient.fetchQuery({ ...liveStationQuery(id), staleTime: 0 });

/** The settings of the station: nothing changes by itself while a form is being filled in. */
export const stationQuery = (id: number) => ({ ...liveStationQuery(id), ...STILL });

export const stationTariffsQuery = (id: number) =>
  queryOptions({
    queryKey: keys.stationTariffs(id),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/station/{id}/tarifs", { ...byId(id), signal })),
  });

/** Starts loading without delaying the page, which shows its skeleton meanwhile. */
export function prefetchStations(queryClient: QueryClient): void {
  const operator = chosenOperator();
  if (operator) void queryClient.prefetchQuery(stationsQuery(operator.id));
}

export function prefetchStation(queryClient: QueryClient, id: string): void {
  void queryClient.prefetchQuery(liveStationQuery(Number(id)));
}
