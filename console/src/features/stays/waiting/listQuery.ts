import type { QueryClient } from "@tanstack/react-query";
import { waitsQuery } from "@/entities/waiting/api";
import { PAGE_SIZE } from "@/kit/lists/pageSize";
import { chosenOperator } from "@/session/operator";
import type { WaitSearch } from "./search";

export const waitListQuery = (operatorId: number, search: WaitSearch) =>
  waitsQuery(operatorId, {
    search: search.recherche,
    etat: search.etat,
    tarif: search.tarifs,
    station: search.stations,
    page: search.page ?? 1,
    itemsPerPage: PAGE_SIZE,
  });

/** Starts loading without delaying the page. */
export function prefetchWaits(queryClient: QueryClient, search: WaitSearch): void {
  const operator = chosenOperator();
  if (operator) void queryClient.prefetchQuery(waitListQuery(operator.id, search));
}
