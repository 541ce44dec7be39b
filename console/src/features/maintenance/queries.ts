import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { localDeadline } from "@/data/deadline";
import { useDelivery } from "@/kit/opening/useDelivery";

export type Locker = components["schemas"]["Locker"];

/** A code that opens one locker once, until an instant by the clock of this device. */
export interface Code {
  digits: string;
  deadline: number;
}

/** The lockers of a station, refreshed while they are on screen. */
export const lockersQuery = (stationId: number) =>
  queryOptions({
    queryKey: ["station", stationId, "casiers"],
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/station/{id}/casiers", {
          params: { path: { id: stationId } },
          signal,
        }),
      ),
    refetchInterval: 15_000,
    refetchOnWindowFocus: "always",
  });

export function useMaintenanceCode() {
  return useMutation({
    mutationFn: async (lockerId: number): Promise<Code> => {
      const call = client.PATCH("/api/admin/casier/{id}/maintenance/generer_code", {
        params: { path: { id: lockerId } },
      });
      const { code, dateFin } = await unwrap(call);
      const { response } = await call;
      const serverDate = response.headers.get("date");
      return { digits: code, deadline: localDeadline({ end: dateFin, serverDate }) };
    },
  });
}

export const useCodeDelivery = (lockerId: number, code: Code | null) =>
  useDelivery(lockerId, code, (signal) =>
    unwrap(
      client.GET("/api/admin/casier/{id}/maintenance/code", {
        params: { path: { id: lockerId } },
        signal,
      }),
    ),
  );

export function useSwitchLocker() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, motif }: { id: number; motif?: string }) =>
      unwrap(
        client.PATCH("/api/admin/casier/{id}/switch-actif", {
          params: { path: { id } },
          body: motif === undefined ? undefined : { motif },
        }),
      ),
    onSuccess: () =>
      Promise.all(
        ["station", "stations", "compteurs", "journal"].map((subject) =>
          queryClient.invalidateQueries({ queryKey: [subject] }),
        ),
      ),
  });
}
