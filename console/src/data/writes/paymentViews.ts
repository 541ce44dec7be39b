import { byId, client, unwrap } from "@/api/client";
import type { SavedViewInput } from "../paymentViews";
import type { Scope } from "../scope";
import { useWrite } from "./useWrite";

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
