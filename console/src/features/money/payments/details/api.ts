import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "@/data/keys";
import { refresh, useWrite } from "@/data/useWrite";
import type { Payment } from "@/entities/payment/types";

export type RefundCause = components["schemas"]["RefundDemand"]["cause"];

/** What a cause gives back of a payment; `end` is the true end of its stay. */
export const refundEstimateQuery = (id: number, cause: RefundCause, end: string | undefined) =>
  queryOptions({
    queryKey: keys.refundEstimate(id, cause, end),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/paiement/{id}/remboursement", {
          ...byId(id, { cause, fin: end }),
          signal,
        }),
      ),
  });

/** What staff can do to a payment, with the body of each action. */
export type ActionRequest =
  | { action: "manual"; type: string; commentaire: string }
  | { action: "generer-ordre" | "annuler" | "refuser-remboursement"; commentaire: string }
  | {
      action: "demander-remboursement";
      montant: number;
      cause: RefundCause;
      fin: string | undefined;
      commentaire: string;
    }
  | { action: "rembourser"; montant: number; type: string | undefined; commentaire: string }
  | { action: "switch-gratuit" | "retirer-remboursement" };

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
    case "refuser-remboursement": {
      const body = { commentaire: request.commentaire };
      return unwrap(
        client.PATCH("/api/admin/paiement/{id}/refuser-remboursement", { params, body }),
      );
    }
    case "demander-remboursement": {
      const { action: _, ...body } = request;
      return unwrap(
        client.PATCH("/api/admin/paiement/{id}/demander-remboursement", { params, body }),
      );
    }
    case "rembourser": {
      const { montant, type, commentaire } = request;
      return unwrap(
        client.PATCH("/api/admin/paiement/{id}/rembourser", {
          params,
          body: { montant, type, commentaire },
        }),
      );
    }
    case "retirer-remboursement":
      return unwrap(client.PATCH("/api/admin/paiement/{id}/retirer-remboursement", { params }));
    case "switch-gratuit":
      return unwrap(client.PATCH("/api/admin/paiement/{id}/switch-gratuit", { params }));
  }
}

export const usePaymentAction = (id: number) =>
  useWrite("payment", (request: ActionRequest) => send(id, request), {
    answers: keys.payment(id),
    // A colleague may have acted first, and the page must show the current state.
    evenRefused: true,
  });

/** Refreshes what shows the payment when the provider's answer arrives while its details are open. */
export function useRefreshWhenSettled(payment: Payment | undefined): void {
  const queryClient = useQueryClient();
  const id = payment?.id ?? 0;
  const state =
    payment &&
    `${payment.paiementDetail.paiementStatut} ${payment.rembourse} ${payment.remboursementEnAttente}`;
  const previous = useRef(state);
  useEffect(() => {
    if (previous.current !== undefined && previous.current !== state)
      void refresh(queryClient, "payment", keys.payment(id));
    previous.current = state;
  }, [state, id, queryClient]);
}
