import type { QueryClient } from "@tanstack/react-query";
import { leftBikesQuery } from "@/entities/leftbike/api";
import { PAGE_SIZE } from "@/kit/lists/pageSize";
import { chosenOperator } from "@/session/operator";
import type { LeftBikeSearch } from "./search";

export const leftBikeListQuery = (operatorId: number, { etape, page = 1 }: LeftBikeSearch) =>
  leftBikesQuery(operatorId, { etape, page, itemsPerPage: PAGE_SIZE });

/** Starts loading without delaying the page. */
export function prefetchLeftBikes(queryClient: QueryClient, search: LeftBikeSearch): void {
  const operator = chosenOperator();
  if (operator) void queryClient.prefetchQuery(leftBikeListQuery(operator.id, search));
}
