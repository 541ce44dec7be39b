import { byId, client, unwrap } from "@/api/client";
import { useWrite } from "@/data/useWrite";
import type { LockerInput } from "../configuration/api";

/** Creates all lockers or none; with `essai`, only checks them. */
export const useImportLockers = (stationId: number) =>
  useWrite(
    "station",
    (body: { casiers: LockerInput[]; essai: boolean }) =>
      unwrap(client.POST("/api/admin/station/{id}/importer-casiers", { ...byId(stationId), body })),
    { isDryRun: ({ essai }) => essai },
  );
