import { queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "@/data/keys";

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
