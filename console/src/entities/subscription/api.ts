import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
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
