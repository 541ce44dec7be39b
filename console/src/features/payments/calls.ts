import { useMutation, useQueryClient } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { Payment } from "./queries";

/** What staff can do to a payment, with the body of each action. */
export type ActionRequest =
  | { action: "manual"; type: string; commentaire: string }
  | { action: "generer-ordre" | "annuler"; commentaire: string }
  | { action: "rembourser"; montant: number; commentaire: string }
  | { action: "switch-gratuit" };

function send(id: number, request: ActionRequest): Promise<Payment> {
  const params = { path: { id } };
  switch (request.action) {
    case "manual": {
      const { type, commentaire } = request;
      return unwrap(
        client.PATCH("/api/admin/paiement/{id}/manual", { params, body: { type, commentaire } }),
      );
    }
    case "generer-ordre":
    case "annuler": {
      const body = { commentaire: request.commentaire };
      return unwrap(
        request.action === "annuler"
          ? client.PATCH("/api/admin/paiement/{id}/annuler", { params, body })
          : client.PATCH("/api/admin/paiement/{id}/generer-ordre", { params, body }),
      );
    }
    case "rembourser": {
      const { montant, commentaire } = request;
      return unwrap(
        client.PATCH("/api/admin/paiement/{id}/rembourser", {
          params,
          body: { montant, commentaire },
        }),
      );
    }
    case "switch-gratuit":
      return unwrap(client.PATCH("/api/admin/paiement/{id}/switch-gratuit", { params }));
  }
}

/** The queries of every page that shows a payment or its stay. */
const INVALIDATED = [
  "paiements",
  "usages",
  "utilisateur",
  "station",
  "stations",
  "journal",
  "a-traiter",
];

/**
 * Invalidates after a refusal too: a colleague may have acted first, and the page must show the current
 * state.
 */
export function usePaymentAction(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (request: ActionRequest) => send(id, request),
    onSuccess: (payment) => queryClient.setQueryData(["paiement", id], payment),
    onSettled: () =>
      Promise.all(
        [["paiement", id], ...INVALIDATED.map((subject) => [subject])].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
