import { byId, client, unwrap } from "@/api/client";
import { useWrite } from "./useWrite";

export const useCreateKey = (operatorId: number) =>
  useWrite(
    "serviceKey",
    (libelle: string) =>
      unwrap(
        client.POST("/api/admin/exploitant/{id}/cle", { ...byId(operatorId), body: { libelle } }),
      ),
    {
      // Forgets the key as soon as its dialog closes.
      gcTime: 0,
    },
  );

export const useRevokeKey = () =>
  useWrite("serviceKey", (id: number) => unwrap(client.DELETE("/api/admin/cle/{id}", byId(id))));
