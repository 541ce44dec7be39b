import { queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "./keys";
import { LIVE } from "./live";

export type Locker = components["schemas"]["Locker"];
export type LockerStay = components["schemas"]["LockerStay"];
export type LockerInput = components["schemas"]["LockerInput"];

export const lockersQuery = (stationId: number) =>
  queryOptions({
    queryKey: keys.lockers(stationId),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/station/{id}/casiers", { ...byId(stationId), signal })),
  });

/** The lockers of a station, kept up to date on screen. */
export const liveLockersQuery = (stationId: number) => ({ ...lockersQuery(stationId), ...LIVE });
