import { queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "./keys";

export type OwnFactors = components["schemas"]["OwnFactors"];
export type OwnFactor = components["schemas"]["OwnFactor"];

/** The second factors of the caller. */
export const ownFactorsQuery = () =>
  queryOptions({
    queryKey: keys.ownFactors(),
    queryFn: ({ signal }) => unwrap(client.GET("/api/admin/compte/second-facteur", { signal })),
  });
