import { queryOptions } from "@tanstack/react-query";
import { byId, client, ifMatch, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "@/data/keys";
import { useWrite } from "@/data/useWrite";

export type Locker = components["schemas"]["Locker"];
export type LockerStay = components["schemas"]["LockerStay"];

export const lockersQuery = (stationId: number) =>
  queryOptions({
    queryKey: keys.lockers(stationId),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/station/{id}/casiers", { ...byId(stationId), signal })),
  });

type SwitchedLocker = {
  id: number;
  version?: number | undefined;
  /** Why it goes out of service, if that was told. */
  body?: components["schemas"]["SwitchReason"] | undefined;
  /** The key of a write that is sent again later. */
  key?: string;
};

/** Takes a locker out of service, and tells why and until when, or puts it back into service. */
export const useSwitchLocker = () =>
  useWrite("lockerService", ({ id, version, body, key }: SwitchedLocker) =>
    unwrap(
      client.PATCH("/api/admin/casier/{id}/switch-actif", {
        params: {
          path: { id },
          header: { ...ifMatch(version), ...(key && { "Idempotency-Key": key }) },
        },
        body,
      }),
    ),
  );
