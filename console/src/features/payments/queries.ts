import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import type { ExportFile } from "@/kit/export/fetchExport";
import { type Scope, wireFilters } from "@/kit/filters/filters";
import { chosenOperator } from "@/session/operator";
import type { PaymentSearch } from "./search";

export type Payment = components["schemas"]["Payment"];
export type Attempt = components["schemas"]["Attempt"];
export type Action = Payment["actions"][number];

/** Returns the filters and the search text by wire name, for the list and its export. */
const listFilters = (scope: Scope, search: PaymentSearch) => ({
  search: search.recherche,
  ...wireFilters(scope, search),
});

export const paymentsQuery = (scope: Scope, search: PaymentSearch, itemsPerPage?: number) => {
  const { page = 1, exploitant } = search;
  const query = { ...listFilters(scope, search), page, itemsPerPage };
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

export const paymentsFile = (scope: Scope, search: PaymentSearch): ExportFile => {
  const operator = scope ?? search.exploitant;
  const body = { filters: listFilters(scope, search) };
  return {
    name: "export_paiements.csv",
    row: "paiement",
    stream: (as) =>
      unwrap(
        operator === undefined
          ? client.POST("/api/admin/paiements/exportation/format/csv", { body, ...as })
          : client.POST("/api/admin/paiements/exportation/exploitant/{id}/format/csv", {
              params: { path: { id: operator } },
              body,
              ...as,
            }),
      ),
  };
};

/** How often a payment is loaded again while the provider's answer is awaited. */
const REFETCH_INTERVAL = 2_000;

const isProcessing = ({ paiementDetail }: Payment) =>
  paiementDetail.paiementPresentation.some(({ statut }) => statut === "ATTEMPT_PROCESS");

export const paymentQuery = (id: number) =>
  queryOptions({
    queryKey: ["paiement", id],
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/paiement/{id}", { params: { path: { id } }, signal })),
    refetchInterval: ({ state: { data } }) => data && isProcessing(data) && REFETCH_INTERVAL,
  });

/** Starts loading without delaying the page. */
export function prefetchPayments(
  queryClient: QueryClient,
  variant: "administration" | "operator",
  search: PaymentSearch,
) {
  const scope = variant === "administration" ? undefined : chosenOperator()?.id;
  if (variant === "operator" && scope === undefined) return;
  void queryClient.prefetchQuery(paymentsQuery(scope, search));
}
