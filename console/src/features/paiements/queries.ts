import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { chosenOperator } from "@/auth/operator";
import { type PaymentSearch, type Scope, wireFilters } from "./search";

export type Payment = components["schemas"]["Payment"];
export type Presentation = components["schemas"]["Presentation"];
export type Action = Payment["actions"][number];

export const paymentsQuery = (scope: Scope, search: PaymentSearch, itemsPerPage?: number) => {
  const { page = 1, exploitant } = search;
  const query = { ...wireFilters(scope, search), page, itemsPerPage };
  return queryOptions({
    queryKey: ["paiements", scope ?? { exploitant }, query],
    queryFn: ({ signal }) =>
      unwrap(
        scope === undefined
          ? client.GET("/api/admin/paiements", {
              params: { query: { ...query, selectedOperator: exploitant } },
              signal,
            })
          : client.GET("/api/admin/paiements/exploitant/{id}", {
              params: { path: { id: scope }, query },
              signal,
            }),
      ),
    placeholderData: keepPreviousData,
  });
};

/** How often a payment is asked again while the answer of the provider is awaited. */
const SOON = 2_000;

const awaitsAnswer = ({ paiementDetail }: Payment) =>
  paiementDetail.paiementPresentation.some(({ statut }) => statut === "ATTEMPT_PROCESS");

export const paymentQuery = (id: number) =>
  queryOptions({
    queryKey: ["paiement", id],
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/paiement/{id}", { params: { path: { id } }, signal })),
    refetchInterval: ({ state: { data } }) => data && awaitsAnswer(data) && SOON,
  });

/** The stations of an operator, under the key of every page that lists them. */
export const stationsQuery = (operatorId: number) =>
  queryOptions({
    queryKey: ["stations", operatorId],
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/station/exploitant/{id}", {
          params: { path: { id: operatorId } },
          signal,
        }),
      ),
  });

export const lockersQuery = (stationId: number) =>
  queryOptions({
    queryKey: ["station", stationId, "casiers"],
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/station/{id}/casiers", {
          params: { path: { id: stationId } },
          signal,
        }),
      ),
  });

/** Starts the load without holding the page back. */
export function prefetchPayments(
  queryClient: QueryClient,
  variant: "administration" | "operator",
  search: PaymentSearch,
) {
  const scope = variant === "administration" ? undefined : chosenOperator()?.id;
  if (variant === "operator" && scope === undefined) return;
  void queryClient.prefetchQuery(paymentsQuery(scope, search));
}
