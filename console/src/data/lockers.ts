import { queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "./keys";
import { LIVE } from "./live";
import { useWrite } from "./write";

export type Locker = components["schemas"]["Locker"];
export type LockerStay = components["schemas"]["LockerStay"];
export type LockerInput = components["schemas"]["LockerInput"];

export const lockersQuery = (stationId: number) =>
  queryOptions({
    queryKey: keys.lockers(stationId),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/station/{id}/casiers", {
          params: { path: { id: stationId } },
          signal,
        }),
      ),
  });

/** The lockers of a station, kept up to date on screen. */
export const liveLockersQuery = (stationId: number) => ({ ...lockersQuery(stationId), ...LIVE });

export const useAddLocker = (stationId: number) =>
  useWrite({
    touches: "station",
    send: (body: LockerInput) =>
      unwrap(
        client.POST("/api/admin/station/{id}/creer-casier", {
          params: { path: { id: stationId } },
          body,
        }),
      ),
  });

export const useSaveLocker = (id: number) =>
  useWrite({
    touches: "station",
    send: (body: LockerInput) =>
      unwrap(client.PUT("/api/admin/casier/{id}", { params: { path: { id } }, body })),
  });

export const useDeleteLocker = (id: number) =>
  useWrite({
    touches: "station",
    send: () => unwrap(client.DELETE("/api/admin/casier/{id}", { params: { path: { id } } })),
  });

/** Creates all lockers or none; with `essai`, only checks them. */
export const useImportLockers = (stationId: number) =>
  useWrite({
    touches: "station",
    send: (body: { casiers: LockerInput[]; essai: boolean }) =>
      unwrap(
        client.POST("/api/admin/station/{id}/importer-casiers", {
          params: { path: { id: stationId } },
          body,
        }),
      ),
    isDryRun: ({ essai }) => essai,
  });

/** Takes a locker out of service, for a reason that the audit log keeps, or puts it back into service. */
export const useSwitchLocker = () =>
  useWrite({
    touches: "lockerService",
    send: ({ id, motif }: { id: number; motif?: string }) =>
      unwrap(
        client.PATCH("/api/admin/casier/{id}/switch-actif", {
          params: { path: { id } },
          body: motif === undefined ? undefined : { motif },
        }),
      ),
  });
