import { queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "@/data/keys";
import { useDownload } from "@/data/useWrite";

export type LockerTariffs = components["schemas"]["LockerTariffs"];

export const stationTariffsQuery = (id: number) =>
  queryOptions({
    queryKey: keys.stationTariffs(id),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/station/{id}/tarifs", { ...byId(id), signal })),
  });

/** Loads the labels of the station's doors. */
export const useDoorLabels = (stationId: number) =>
  useDownload(() =>
    unwrap(
      client.GET("/api/admin/station/{id}/etiquettes.pdf", { ...byId(stationId), parseAs: "blob" }),
    ),
  );
