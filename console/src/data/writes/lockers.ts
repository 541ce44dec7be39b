import { atVersion, byId, client, unwrap } from "@/api/client";
import type { LockerInput } from "../lockers";
import { useWrite, type Versioned } from "./useWrite";

export const useAddLocker = (stationId: number) =>
  useWrite("station", (body: LockerInput) =>
    unwrap(client.POST("/api/admin/station/{id}/creer-casier", { ...byId(stationId), body })),
  );

export const useSaveLocker = (id: number) =>
  useWrite("station", ({ body, version }: Versioned<LockerInput>) =>
    unwrap(client.PUT("/api/admin/casier/{id}", { ...atVersion(id, version), body })),
  );

export const useDeleteLocker = (id: number) =>
  useWrite("station", () => unwrap(client.DELETE("/api/admin/casier/{id}", byId(id))));

/** Creates all lockers or none; with `essai`, only checks them. */
export const useImportLockers = (stationId: number) =>
  useWrite(
    "station",
    (body: { casiers: LockerInput[]; essai: boolean }) =>
      unwrap(client.POST("/api/admin/station/{id}/importer-casiers", { ...byId(stationId), body })),
    { isDryRun: ({ essai }) => essai },
  );

type SwitchedLocker = { id: number; version?: number | undefined; motif?: string };

/** Takes a locker out of service, for a reason that the audit log keeps, or puts it back into service. */
export const useSwitchLocker = () =>
  useWrite("lockerService", ({ id, version, motif }: SwitchedLocker) =>
    unwrap(
      client.PATCH("/api/admin/casier/{id}/switch-actif", {
        ...atVersion(id, version),
        body: motif === undefined ? undefined : { motif },
      }),
    ),
  );
