import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "@/data/keys";
import { tariffsQuery } from "@/entities/tariff/api";
import { chosenOperator } from "@/session/operator";

export type Tariff = components["schemas"]["Tariff"];
export type NewTariff = components["schemas"]["NewTariff"];
export type TariffInput = components["schemas"]["TariffInput"];
export type TariffWithLists = components["schemas"]["TariffWithLists"];

export const tariffQuery = (id: number) =>
  queryOptions({
    queryKey: keys.tariff(id),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/tarif/{id}/infos-generales-tarif", { ...byId(id), signal })),
  });

/** Starts loading without delaying the page, which shows its skeleton meanwhile. */
export function prefetchTariffs(queryClient: QueryClient): void {
  const operator = chosenOperator();
  if (operator) void queryClient.prefetchQuery(tariffsQuery(operator.id));
}

export function prefetchTariff(queryClient: QueryClient, id: string): void {
  void queryClient.prefetchQuery(tariffQuery(Number(id)));
}
