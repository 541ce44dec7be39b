import { queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "@/data/keys";

export type OwnFactors = components["schemas"]["OwnFactors"];
export type OwnFactor = components["schemas"]["OwnFactor"];

/** The second factors of the caller. */
export const ownFactorsQuery = () =>
  queryOptions({
    queryKey: keys.ownFactors(),
    queryFn: ({ signal }) => unwrap(client.GET("/api/admin/compte/second-facteur", { signal })),
  });

type Body<Name extends keyof components["schemas"]> = components["schemas"][Name];

/** Proves again who the caller is; returns the token of the step in which one change can be made. */
export const proveIdentity = async (body: Body<"IdentityProof">): Promise<string> => {
  const { jetonEtape } = await unwrap(client.POST("/api/admin/compte/confirmation", { body }));
  return jetonEtape ?? "";
};
