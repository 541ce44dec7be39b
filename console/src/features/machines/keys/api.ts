import { queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "@/data/keys";
import { useWrite } from "@/data/useWrite";

export type ServiceKey = components["schemas"]["ServiceKey"];
export type ServiceKeyInput = components["schemas"]["ServiceKeyInput"];

export const serviceKeysQuery = (operatorId: number) =>
  queryOptions({
    queryKey: keys.serviceKeys(operatorId),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/exploitant/{id}/cles", { ...byId(operatorId), signal })),
  });

/** Forgets a key as soon as its dialog closes. */
const FORGOTTEN = { gcTime: 0 };

export const useCreateKey = (operatorId: number) =>
  useWrite(
    "serviceKey",
    (body: ServiceKeyInput) =>
      unwrap(client.POST("/api/admin/exploitant/{id}/cle", { ...byId(operatorId), body })),
    FORGOTTEN,
  );

export const useChangeKey = () =>
  useWrite("serviceKey", ({ id, body }: { id: number; body: ServiceKeyInput }) =>
    unwrap(client.PUT("/api/admin/cle/{id}", { ...byId(id), body })),
  );

export const useReplaceKey = () =>
  useWrite(
    "serviceKey",
    (id: number) => unwrap(client.POST("/api/admin/cle/{id}/remplacer", byId(id))),
    FORGOTTEN,
  );

export const useRevokeKey = () =>
  useWrite("serviceKey", (id: number) => unwrap(client.DELETE("/api/admin/cle/{id}", byId(id))));
