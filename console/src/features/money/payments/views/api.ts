import { queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "@/data/keys";
import type { Scope } from "@/data/scope";
import { useWrite } from "@/data/useWrite";

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

export const useCreateView = (scope: Scope) =>
  useWrite("paymentView", (body: SavedViewInput) =>
    unwrap(
      client.POST("/api/admin/paiements/vues", { params: { query: { exploitant: scope } }, body }),
    ),
  );

export const useChangeView = (scope: Scope) =>
  useWrite("paymentView", ({ id, ...body }: SavedViewInput & { id: number }) =>
    unwrap(
      client.PUT("/api/admin/paiements/vues/{id}", { ...byId(id, { exploitant: scope }), body }),
    ),
  );

export const useDeleteView = (scope: Scope) =>
  useWrite("paymentView", (id: number) =>
    unwrap(client.DELETE("/api/admin/paiements/vues/{id}", byId(id, { exploitant: scope }))),
  );
