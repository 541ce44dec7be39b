import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { useWrite } from "./useWrite";

/** Proves again who the caller is; returns the token of the step in which the factors can be changed. */
export const proveIdentity = async (
  body: components["schemas"]["IdentityProof"],
): Promise<string> => {
  const { jetonEtape } = await unwrap(client.POST("/api/admin/compte/confirmation", { body }));
  return jetonEtape ?? "";
};

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
