import { queryOptions } from "@tanstack/react-query";
import { client, ifMatch, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "@/data/keys";
import { useWrite, type Versioned } from "@/data/useWrite";

type Schemas = components["schemas"];
export type SignOnProvider = Schemas["SignOnProvider"];
export type SignOnProviderInput = Schemas["SignOnProviderInput"];
export type SignOnTrial = Schemas["SignOnTrial"];

/** The settings of single sign-on, for administrators. */
export const providersQuery = () =>
  queryOptions({
    queryKey: keys.providers(),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/connexion-unique/fournisseurs", { signal })),
  });

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
