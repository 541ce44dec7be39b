import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { components, paths } from "@/api/schema";
import { keys } from "@/data/keys";
import { unlessFollowing } from "@/data/refetching";
import type { Scope } from "@/data/scope";
import type { Payment } from "@/entities/payment/types";
import type { Format, StreamOptions } from "@/kit/export/stream";
import { awaitedDocument } from "./documents/awaited";

export type Attempt = components["schemas"]["Attempt"];
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
          : client.GET("/api/admin/paiements/exploitant/{id}", { ...byId(scope, query), signal }),
      ),
    placeholderData: keepPreviousData,
  });

/**
 * How often a payment is loaded again while the provider's answer is awaited, unless changes are told, or one of its
 * documents, of which nothing is told.
 */
const REFETCH_INTERVAL = 2_000;

const isProcessing = ({ paiementDetail }: Payment) =>
  paiementDetail.paiementPresentation.some(({ statut }) => statut === "ATTEMPT_PROCESS");

export const paymentQuery = (id: number) =>
  queryOptions({
    queryKey: keys.payment(id),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/paiement/{id}", { ...byId(id), signal })),
    refetchInterval: ({ state: { data } }) =>
      data &&
      (awaitedDocument(data)
        ? REFETCH_INTERVAL
        : isProcessing(data) && unlessFollowing(REFETCH_INTERVAL)),
  });

/** Exports the filtered list as CSV. */
export const exportPayments = (
  operatorId: Scope,
  filters: PaymentFilters,
  format: Format,
  as: StreamOptions,
) =>
  unwrap(
    operatorId === undefined
      ? client.POST(`/api/admin/paiements/exportation/format/${format}`, {
          body: { filters },
          ...as,
        })
      : client.POST(`/api/admin/paiements/exportation/exploitant/{id}/format/${format}`, {
          ...byId(operatorId),
          body: { filters },
          ...as,
        }),
  );
