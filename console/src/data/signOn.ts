import { queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "./keys";
import type { Scope } from "./scope";

type Schemas = components["schemas"];

export type SignOnOffer = Schemas["SignOnOffer"];
export type LinkedIdentity = Schemas["LinkedIdentity"];
export type SignOnProvider = Schemas["SignOnProvider"];
export type SignOnProviderInput = Schemas["SignOnProviderInput"];
export type SignOnTrial = Schemas["SignOnTrial"];

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

/** The settings of single sign-on, for administrators. */
export const providersQuery = () =>
  queryOptions({
    queryKey: keys.providers(),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/connexion-unique/fournisseurs", { signal })),
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
