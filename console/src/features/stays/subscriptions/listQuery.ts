import type { QueryClient } from "@tanstack/react-query";
import type { ExportFile } from "@/kit/export/fetchExport";
import { chosenOperator } from "@/session/operator";
import { exportSubscriptions, type SubscriptionFilters, subscriptionsQuery } from "./api";
import type { SubscriptionSearch } from "./search";

/** Returns the filters by wire name, for the list and its export. */
const wireFilters = (search: SubscriptionSearch): SubscriptionFilters => ({
  search: search.recherche,
  etat: search.etat,
  tarif: search.tarifs,
  station: search.stations,
  reconduction: search.reconduction,
  dateStartFrom: search.debutDu,
  dateStartTo: search.debutAu,
  dateNextFrom: search.echeanceDu,
  dateNextTo: search.echeanceAu,
  filterTests: 1,
});

export const subscriptionListQuery = (operatorId: number, search: SubscriptionSearch) =>
  subscriptionsQuery(operatorId, wireFilters(search), search.page ?? 1);

export const subscriptionsFile = (operatorId: number, search: SubscriptionSearch): ExportFile => ({
  name: "export_abonnements",
  row: "abonnement",
  stream: (format, as) => exportSubscriptions(operatorId, wireFilters(search), format, as),
});

/** Starts loading without delaying the page. */
export function prefetchSubscriptions(queryClient: QueryClient, search: SubscriptionSearch): void {
  const operator = chosenOperator();
  if (operator) void queryClient.prefetchQuery(subscriptionListQuery(operator.id, search));
}
