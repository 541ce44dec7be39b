import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { components, paths } from "@/api/schema";
import { keys } from "@/data/keys";
import type { Scope } from "@/data/scope";

export type PaymentSums = components["schemas"]["PaymentSums"];
type PaymentFilters = components["schemas"]["PaymentFilters"];
type StayFilters = NonNullable<paths["/api/admin/usages/sommes"]["get"]["parameters"]["query"]>;

/** The sums of the payments of one operator, or of all: then `selectedOperator` narrows them. */
export const paymentSumsQuery = (
  scope: Scope,
  filters: PaymentFilters,
  selectedOperator: number | undefined,
) =>
  queryOptions({
    queryKey: keys.paymentSums(scope ?? selectedOperator, {
      ...filters,
      ofAll: scope === undefined,
    }),
    queryFn: ({ signal }) =>
      unwrap(
        scope === undefined
          ? client.GET("/api/admin/paiements/sommes", {
              params: { query: { ...filters, selectedOperator } },
              signal,
            })
          : client.GET("/api/admin/paiements/exploitant/{id}/sommes", {
              ...byId(scope, filters),
              signal,
            }),
      ),
    placeholderData: keepPreviousData,
  });

/** The sums of the payments of the stays that the filters find. */
export const staySumsQuery = (query: StayFilters) =>
  queryOptions({
    queryKey: keys.staySums(query),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/usages/sommes", { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
