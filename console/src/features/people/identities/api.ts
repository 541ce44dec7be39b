import { queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "@/data/keys";
import type { Scope } from "@/data/scope";

type Schemas = components["schemas"];
export type SignOnOffer = Schemas["SignOnOffer"];
export type LinkedIdentity = Schemas["LinkedIdentity"];

/** The identity providers by which anyone may sign in. */
export const providerChoicesQuery = () =>
  queryOptions({
    queryKey: keys.providerChoices(),
    queryFn: async ({ signal }) => {
      const call = client.GET("/api/compte/connexion/fournisseurs", { signal });
      return (await unwrap(call)).fournisseurs;
    },
    retry: false,
  });

/** The accounts at providers that open the caller's account. */
export const ownIdentitiesQuery = () =>
  queryOptions({
    queryKey: keys.ownIdentities(),
    queryFn: async ({ signal }) =>
      (await unwrap(client.GET("/api/admin/compte/fournisseurs", { signal }))).identites,
  });

/** The same of another account. */
export const accountIdentitiesQuery = (id: number, scope: Scope) =>
  queryOptions({
    queryKey: keys.accountIdentities(id, scope),
    queryFn: async ({ signal }) => {
      const call = client.GET("/api/admin/utilisateur/{id}/fournisseurs", {
        ...byId(id, { exploitant: scope }),
        signal,
      });
      return (await unwrap(call)).identites;
    },
  });
