import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";

export type Locker = components["schemas"]["Locker"];
export type LockerStay = components["schemas"]["LockerStay"];
export type LockerTariffs = components["schemas"]["LockerTariffs"];

/**
 * The station with its lockers and current stays; loaded again every 15 s and when the window regains the
 * focus.
 */
export const liveStationQuery = (id: number) =>
  queryOptions({
    queryKey: ["station", id],
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/station/{id}", { params: { path: { id } }, signal })),
    staleTime: 5_000,
    refetchInterval: 15_000,
    refetchOnWindowFocus: "always",
  });

export const stationTariffsQuery = (id: number) =>
  queryOptions({
    queryKey: ["station", id, "tarifs"],
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/station/{id}/tarifs", { params: { path: { id } }, signal })),
  });

/** Starts loading without delaying the page. */
export function prefetchStation(queryClient: QueryClient, id: string): void {
  void queryClient.prefetchQuery(liveStationQuery(Number(id)));
}

export function useSwitchLocker() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) =>
      unwrap(client.PATCH("/api/admin/casier/{id}/switch-actif", { params: { path: { id } } })),
    onSuccess: () =>
      Promise.all(
        ["station", "stations", "compteurs", "journal"].map((subject) =>
          queryClient.invalidateQueries({ queryKey: [subject] }),
        ),
      ),
  });
}
