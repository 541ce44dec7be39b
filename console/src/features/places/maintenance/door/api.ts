import { queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import { keys } from "@/data/keys";

/** One locker, of which only the id is known. */
export const lockerQuery = (id: number) =>
  queryOptions({
    queryKey: keys.locker(id),
    queryFn: ({ signal }) => unwrap(client.GET("/api/admin/casier/{id}/fiche", { ...byId(id), signal })),
  });
