import { queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "@/data/keys";
import { useWrite } from "@/data/useWrite";

export type Subscription = components["schemas"]["Subscription"];
export type SubscriptionEnd = components["schemas"]["SubscriptionEnd"];

export const useEndSubscription = (id: number) =>
  useWrite(
    "payment",
    (body: SubscriptionEnd) =>
      unwrap(client.PATCH("/api/admin/abonnement/{id}/resilier", { ...byId(id), body })),
    { evenRefused: true },
  );

export const useResumeSubscription = (id: number) =>
  useWrite(
    "payment",
    () => unwrap(client.PATCH("/api/admin/abonnement/{id}/reprendre", byId(id))),
    { evenRefused: true },
  );

/** The lockers that a subscriber may be given, as they are now. */
export const freeLockersQuery = (id: number) =>
  queryOptions({
    queryKey: keys.freeLockers(id),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/abonnement/{id}/casiers", { ...byId(id), signal })),
    staleTime: 0,
  });

/** Gives a subscriber a locker of their own; null: takes it back. */
export const usePlaceSubscription = (id: number) =>
  useWrite(
    "payment",
    (idCasier: number | null) =>
      unwrap(client.PATCH("/api/admin/abonnement/{id}/place", { ...byId(id), body: { idCasier } })),
    { evenRefused: true },
  );
