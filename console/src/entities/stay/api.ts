import { queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "@/data/keys";
import { useWrite } from "@/data/useWrite";

/** `end` is the true end, where it is not now. */
type EndedStay = { id: number; end: components["schemas"]["StayEnd"] | undefined };

export const useEndStay = () =>
  useWrite("stay", ({ id, end }: EndedStay) =>
    unwrap(client.PATCH("/api/admin/occupation/{id}/terminer", { ...byId(id), body: end })),
  );

/** What a stay in progress costs if it ends now, or at its true end. */
export const endPriceQuery = (id: number, end?: string) =>
  queryOptions({
    queryKey: keys.endPrice(id, end),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/occupation/{id}/terminer", { ...byId(id, { fin: end }), signal }),
      ),
    staleTime: 0,
    retry: false,
  });
