import { queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "./keys";

export type ServiceKey = components["schemas"]["ServiceKey"];
export type ServiceKeyInput = components["schemas"]["ServiceKeyInput"];

export const serviceKeysQuery = (operatorId: number) =>
  queryOptions({
    queryKey: keys.serviceKeys(operatorId),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/exploitant/{id}/cles", { ...byId(operatorId), signal })),
  });
