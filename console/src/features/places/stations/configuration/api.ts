import { atVersion, byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "@/data/keys";
import { useWrite, type Versioned } from "@/data/useWrite";

export type LockerInput = components["schemas"]["LockerInput"];
export type StationInput = components["schemas"]["StationInput"];

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

export const useCreateStation = (operatorId: number) =>
  useWrite("station", (body: StationInput) =>
    unwrap(
      client.POST("/api/admin/exploitant/{id}/station/ajouter", { ...byId(operatorId), body }),
    ),
  );

export const useSaveStation = (id: number) =>
  useWrite("station", ({ body, version }: Versioned<StationInput>) =>
    unwrap(client.PUT("/api/admin/station/{id}/modifier", { ...atVersion(id, version), body })),
  );

export const useDeleteStation = () =>
  useWrite(
    "station",
    (id: number) => unwrap(client.DELETE("/api/admin/station/{id}/supprimer", byId(id))),
    { forgets: (id) => keys.station(id) },
  );
