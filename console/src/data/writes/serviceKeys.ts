import { byId, client, unwrap } from "@/api/client";
import type { ServiceKeyInput } from "../serviceKeys";
import { useWrite } from "./useWrite";

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
