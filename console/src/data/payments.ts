import { keepPreviousData, queryOptions, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { client, unwrap } from "@/api/client";
import type { components, paths } from "@/api/schema";
import { keys } from "./keys";
import type { Scope } from "./scope";
import type { StreamOptions } from "./stream";
import { refresh, useWrite } from "./write";

export type Payment = components["schemas"]["Payment"];
export type Attempt = components["schemas"]["Attempt"];
export type Action = Payment["actions"][number];
export type PaymentFilters = components["schemas"]["PaymentFilters"];
type PaymentQuery = NonNullable<paths["/api/admin/paiements"]["get"]["parameters"]["query"]>;

/** The payments of one operator, or of all: then `selectedOperator` narrows them. */
export const paymentsQuery = (scope: Scope, { selectedOperator, ...query }: PaymentQuery) =>
  queryOptions({
    queryKey: keys.payments(scope ?? selectedOperator, { ...query, ofAll: scope === undefined }),
    queryFn: ({ signal }) =>
      unwrap(
        scope === undefined
          ? client.GET("/api/admin/paiements", {
              params: { query: { ...query, selectedOperator } },
              signal,
            })
          : client.GET("/api/admin/paiements/exploitant/{id}", {
              params: { path: { id: scope }, query },
              signal,
            }),
      ),
    placeholderData: keepPreviousData,
  });

/** How often a payment is loaded again while the provider's answer is awaited. */
const REFETCH_INTERVAL = 2_000;

const isProcessing = ({ paiementDetail }: Payment) =>
  paiementDetail.paiementPresentation.some(({ statut }) => statut === "ATTEMPT_PROCESS");

export const paymentQuery = (id: number) =>
  queryOptions({
    queryKey: keys.payment(id),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/paiement/{id}", { params: { path: { id } }, signal })),
    refetchInterval: ({ state: { data } }) => data && isProcessing(data) && REFETCH_INTERVAL,
  });

/** Exports the filtered list as CSV. */
export const exportPayments = (operatorId: Scope, filters: PaymentFilters, as: StreamOptions) =>
  unwrap(
    operatorId === undefined
      ? client.POST("/api/admin/paiements/exportation/format/csv", { body: { filters }, ...as })
      : client.POST("/api/admin/paiements/exportation/exploitant/{id}/format/csv", {
          params: { path: { id: operatorId } },
          body: { filters },
          ...as,
        }),
  );

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

export const usePaymentAction = (id: number) =>
  useWrite({
    touches: "payment",
    send: (request: ActionRequest) => send(id, request),
    answers: keys.payment(id),
    // A colleague may have acted first, and the page must show the current state.
    evenRefused: true,
  });

/** Refreshes what shows the payment when the provider's answer arrives while its details are open. */
export function useRefreshWhenSettled(payment: Payment | undefined): void {
  const queryClient = useQueryClient();
  const id = payment?.id ?? 0;
  const state = payment && `${payment.paiementDetail.paiementStatut} ${payment.rembourse}`;
  const previous = useRef(state);
  useEffect(() => {
    if (previous.current !== undefined && previous.current !== state)
      void refresh(queryClient, "payment", keys.payment(id));
    previous.current = state;
  }, [state, id, queryClient]);
}
