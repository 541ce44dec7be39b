import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import { keys } from "@/data/keys";
import { NO_REFETCH, POLLED } from "@/data/refetching";
import { stationsQuery } from "@/entities/station/api";
import { chosenOperator } from "@/session/operator";

/** The station with its lockers and current stays, kept up to date on screen. */
export const liveStationQuery = (id: number) =>
  queryOptions({
    queryKey: keys.station(id),
    queryFn: ({ signal }) => unwrap(client.GET("/api/admin/station/{id}", { ...byId(id), signal })),
    staleTime: 5_000,
    ...POLLED,
  });

/** Reads the station as it is now, before it is deleted. */
export const readStation = (queryClient: QueryClient, id: number) =>
  queryClient.fetchQuery({ ...liveStationQuery(id), staleTime: 0 });

/** The settings of the station: nothing changes by itself while a form is being filled in. */
export const stationQuery = (id: number) => ({ ...liveStationQuery(id), ...NO_REFETCH });

/** Starts loading without delaying the page, which shows its skeleton meanwhile. */
export function prefetchStations(queryClient: QueryClient): void {
  const operator = chosenOperator();
  if (operator) void queryClient.prefetchQuery(stationsQuery(operator.id));
}

export function prefetchStation(queryClient: QueryClient, id: string): void {
  void queryClient.prefetchQuery(liveStationQuery(Number(id)));
}
