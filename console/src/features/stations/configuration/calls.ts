import { useMutation, useQueryClient } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import { liveStationQuery } from "../management/queries";
import { type LockerInput, type LockerValues, lockerInput, type StationKind } from "./lockerSchema";
import { type StationValues, stationInput } from "./stationSchema";

/**
 * The settings of the station; never refetched by itself, so that nothing changes while a form is being
 * filled in.
 */
export const stationQuery = (id: number) => ({
  ...liveStationQuery(id),
  refetchInterval: false as const,
  refetchOnWindowFocus: false as const,
});

/** Invalidates the queries that a change of a station or of its lockers makes stale. */
function useInvalidate() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      ["station", "stations", "compteurs", "journal"].map((subject) =>
        queryClient.invalidateQueries({ queryKey: [subject] }),
      ),
    );
}

export function useCreateStation(operatorId: number) {
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: (values: StationValues) =>
      unwrap(
        client.POST("/api/admin/exploitant/{id}/station/ajouter", {
          params: { path: { id: operatorId } },
          body: stationInput(values),
        }),
      ),
    onSuccess: invalidate,
  });
}

export function useSaveStation(id: number) {
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: (values: StationValues) =>
      unwrap(
        client.PUT("/api/admin/station/{id}/modifier", {
          params: { path: { id } },
          body: stationInput(values),
        }),
      ),
    onSuccess: invalidate,
  });
}

export function useAddLocker(stationId: number, kind: StationKind) {
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: (values: LockerValues) =>
      unwrap(
        client.POST("/api/admin/station/{id}/creer-casier", {
          params: { path: { id: stationId } },
          body: lockerInput(values, kind),
        }),
      ),
    onSuccess: invalidate,
  });
}

export function useSaveLocker(id: number, kind: StationKind) {
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: (values: LockerValues) =>
      unwrap(
        client.PUT("/api/admin/casier/{id}", {
          params: { path: { id } },
          body: lockerInput(values, kind),
        }),
      ),
    onSuccess: invalidate,
  });
}

export function useDeleteLocker(id: number) {
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: () => unwrap(client.DELETE("/api/admin/casier/{id}", { params: { path: { id } } })),
    onSuccess: invalidate,
  });
}

export function useImportLockers(stationId: number) {
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: ({ casiers, essai }: { casiers: LockerInput[]; essai: boolean }) =>
      unwrap(
        client.POST("/api/admin/station/{id}/importer-casiers", {
          params: { path: { id: stationId } },
          body: { casiers, essai },
        }),
      ),
    onSuccess: (_, { essai }) => (essai ? undefined : invalidate()),
  });
}
