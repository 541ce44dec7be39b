import type { QueryClient } from "@tanstack/react-query";
import { type Scope, scopeOf, type Variant } from "@/data/scope";
import { wireFilters } from "@/entities/stay/filters/filters";
import type { ExportFile } from "@/kit/export/fetchExport";
import { exportPayments, paymentsQuery } from "./api";
import type { PaymentSearch } from "./search";

/** Returns the filters and the search text by wire name, for the list, its sums and its export. */
export const listFilters = (scope: Scope, search: PaymentSearch) => ({
  search: search.recherche,
  ...wireFilters(scope, search),
});

export const paymentListQuery = (scope: Scope, search: PaymentSearch, itemsPerPage?: number) =>
  paymentsQuery(scope, {
    ...listFilters(scope, search),
    selectedOperator: search.exploitant,
    page: search.page ?? 1,
    itemsPerPage,
  });

export const paymentsFile = (scope: Scope, search: PaymentSearch): ExportFile => ({
  name: "export_paiements",
  row: "paiement",
  stream: (format, as) =>
    exportPayments(scope ?? search.exploitant, listFilters(scope, search), format, as),
});

/** Starts loading without delaying the page. */
export function prefetchPayments(
  queryClient: QueryClient,
  variant: Variant,
  search: PaymentSearch,
): void {
  const scope = scopeOf(variant);
  if (scope !== null) void queryClient.prefetchQuery(paymentListQuery(scope, search));
}
