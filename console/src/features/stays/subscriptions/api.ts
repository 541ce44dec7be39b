import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "@/data/keys";
import type { Format, StreamOptions } from "@/kit/export/stream";

export type ListedSubscription = components["schemas"]["ListedSubscription"];
export type SubscriptionFilters = components["schemas"]["SubscriptionFilters"];

export const subscriptionsQuery = (
  operatorId: number,
  filters: SubscriptionFilters,
  page: number,
) => {
  const query = { ...filters, exploitant: operatorId, page };
  return queryOptions({
    queryKey: keys.subscriptions(operatorId, query),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/abonnements", { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
};

export const subscriptionQuery = (id: number) =>
  queryOptions({
    queryKey: keys.subscription(id),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/abonnement/{id}", { ...byId(id), signal })),
  });

/** Exports the filtered list. */
export const exportSubscriptions = (
  operatorId: number,
  filters: SubscriptionFilters,
  format: Format,
  as: StreamOptions,
) =>
  unwrap(
    client.POST(`/api/admin/abonnements/exportation/exploitant/{id}/format/${format}`, {
      ...byId(operatorId),
      body: { filters },
      ...as,
    }),
  );
