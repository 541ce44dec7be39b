import { queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "@/data/keys";

export type Station = components["schemas"]["Station"];

export const stationsQuery = (operatorId: number) =>
  queryOptions({
    queryKey: keys.stations(operatorId),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/station/exploitant/{id}", { ...byId(operatorId), signal })),
  });
