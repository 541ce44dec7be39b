import { atVersion, byId, client, unwrap } from "@/api/client";
import { keys } from "../keys";
import type { StationInput } from "../stations";
import { useWrite, type Versioned } from "./useWrite";

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
