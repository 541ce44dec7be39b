import { queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "@/data/keys";
import { NO_REFETCH } from "@/data/refetching";

export type Contact = components["schemas"]["Contact"];

/** Whom to call at an operator. */
export const contactsQuery = (operatorId: number) =>
  queryOptions({
    queryKey: keys.contacts(operatorId),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/referents/exploitant/{id}", { ...byId(operatorId), signal })),
    ...NO_REFETCH,
  });
