import { queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "./keys";
import type { Scope } from "./scope";

export type SavedView = components["schemas"]["SavedView"];
export type SavedViewInput = components["schemas"]["SavedViewInput"];

/** The views of the list of payments that the account has saved, at one operator or for the platform. */
export const paymentViewsQuery = (scope: Scope) =>
  queryOptions({
    queryKey: keys.paymentViews(scope),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/paiements/vues", {
          params: { query: { exploitant: scope } },
          signal,
        }),
      ),
  });
