import { byId, client, ifMatch, unwrap } from "@/api/client";
import type { Scope } from "../scope";
import type { SignOnProviderInput } from "../signOn";
import { useWrite, type Versioned } from "./useWrite";

const PROVIDER = "/api/admin/connexion-unique/fournisseur/{id}";

export const useCreateProvider = () =>
  useWrite("provider", (body: SignOnProviderInput) =>
    unwrap(client.POST("/api/admin/connexion-unique/fournisseur", { body })),
  );

export const useSaveProvider = (id: string) =>
  useWrite("provider", ({ body, version }: Versioned<SignOnProviderInput>) =>
    unwrap(client.PUT(PROVIDER, { params: { path: { id }, header: ifMatch(version) }, body })),
  );

export const useDeleteProvider = (id: string) =>
  useWrite("provider", (version: number) =>
    unwrap(client.DELETE(PROVIDER, { params: { path: { id }, header: ifMatch(version) } })),
  );

/** Reads anew what the provider publishes of itself. */
export const checkProvider = (id: string) =>
  unwrap(client.POST(`${PROVIDER}/essayer`, { params: { path: { id } } }));

export const useUnlinkOwnIdentity = () =>
  useWrite("ownIdentities", (id: number) =>
    unwrap(client.DELETE("/api/admin/compte/fournisseur/{id}", byId(id))),
  );

export const useUnlinkIdentity = (accountId: number, scope: Scope) =>
  useWrite("account", (idIdentite: number) =>
    unwrap(
      client.DELETE("/api/admin/utilisateur/{id}/fournisseur/{idIdentite}", {
        params: { path: { id: accountId, idIdentite }, query: { exploitant: scope } },
      }),
    ),
  );
