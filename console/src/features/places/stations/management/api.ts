import { queryOptions } from "@tanstack/react-query";
import { atVersion, byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "@/data/keys";
import { useDownload, useWrite } from "@/data/useWrite";

export type LockerTariffs = components["schemas"]["LockerTariffs"];

export const stationTariffsQuery = (id: number) =>
  queryOptions({
    queryKey: keys.stationTariffs(id),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/station/{id}/tarifs", { ...byId(id), signal })),
  });

type SwitchedStation = {
  id: number;
  version?: number | undefined;
  /** Why it goes out of service, if that was told. */
  body?: components["schemas"]["SwitchReason"] | undefined;
};

/** Takes a station out of service, and tells why and until when, or puts it back into service. */
export const useSwitchStation = () =>
  useWrite("lockerService", ({ id, version, body }: SwitchedStation) =>
    unwrap(
      client.PATCH("/api/admin/station/{id}/switch-actif", { ...atVersion(id, version), body }),
    ),
  );

/** Loads the labels of the station's doors. */
export const useDoorLabels = (stationId: number) =>
  useDownload(() =>
    unwrap(
      client.GET("/api/admin/station/{id}/etiquettes.pdf", { ...byId(stationId), parseAs: "blob" }),
    ),
  );
