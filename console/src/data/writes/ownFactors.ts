import { byId, client, unwrap } from "@/api/client";
import { useWrite } from "./useWrite";

export const useRenameOwnFactor = (id: number) =>
  useWrite("ownFactors", (nom: string) =>
    unwrap(client.PATCH("/api/admin/compte/second-facteur/{id}", { ...byId(id), body: { nom } })),
  );

export const useRemoveOwnFactor = (id: number) =>
  useWrite("ownFactors", (jetonEtape: string) =>
    unwrap(
      client.POST("/api/admin/compte/second-facteur/{id}/retirer", {
        ...byId(id),
        body: { jetonEtape },
      }),
    ),
  );

export const useRenewRecoveryCodes = () =>
  useWrite(
    "ownFactors",
    (jetonEtape: string) =>
      unwrap(client.POST("/api/admin/compte/codes-secours", { body: { jetonEtape } })),
    { gcTime: 0 },
  );
