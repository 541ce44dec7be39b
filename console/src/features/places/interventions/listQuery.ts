import type { QueryClient } from "@tanstack/react-query";
import { interventionsQuery } from "@/entities/intervention/api";
import { PAGE_SIZE } from "@/kit/lists/pageSize";
import { chosenOperator } from "@/session/operator";
import type { InterventionSearch } from "./search";

export const interventionListQuery = (operatorId: number, search: InterventionSearch) =>
  interventionsQuery(operatorId, {
    etat: search.etat,
    cause: search.cause,
    station: search.station === undefined ? undefined : [search.station],
    miennes: search.miennes === undefined ? undefined : true,
    page: search.page ?? 1,
    itemsPerPage: PAGE_SIZE,
  });

/** Starts loading without delaying the page. */
export function prefetchInterventions(queryClient: QueryClient, search: InterventionSearch): void {
  const operator = chosenOperator();
  if (operator) void queryClient.prefetchQuery(interventionListQuery(operator.id, search));
}
