import { queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "./keys";

export type FieldKey = components["schemas"]["FieldKey"];

export const fieldKeysQuery = (operatorId: number) =>
  queryOptions({
    queryKey: keys.fieldKeys(operatorId),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/exploitant/{id}/cles", { ...byId(operatorId), signal })),
  });
