import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { components, paths } from "@/api/schema";
import { keys } from "@/data/keys";
import { useWrite } from "@/data/useWrite";

type Schemas = components["schemas"];
export type Webhook = Schemas["WebhookEndpoint"];
export type WebhookInput = Schemas["WebhookEndpointInput"];
export type Delivery = Schemas["WebhookDelivery"];
export type DeliveryDetails = Schemas["WebhookDeliveryDetails"];
export type DeliveryState = Delivery["etat"];

const LOG = "/api/admin/notification/{id}/livraisons";

export type DeliveriesQuery = NonNullable<paths[typeof LOG]["get"]["parameters"]["query"]>;

/** How soon the log is loaded again: when something is about to be sent, and otherwise, in milliseconds. */
const SOON = 2_000;

const LATER = 15_000;

/** The time within which a delivery counts as about to be sent, in milliseconds. */
const ABOUT_TO = 60_000;

/** Reports whether the delivery is about to be sent; one whose time is long past waits for something else. */
const isDue = ({ prochaine }: Delivery) =>
  prochaine !== null && Math.abs(Date.parse(prochaine) - Date.now()) < ABOUT_TO;

const paceOf = (deliveries: readonly Delivery[] = []) => (deliveries.some(isDue) ? SOON : LATER);

/** The outgoing notifications of an operator. */
export const webhooksQuery = (operatorId: number) =>
  queryOptions({
    queryKey: keys.webhooks(operatorId),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/exploitant/{id}/notifications", { ...byId(operatorId), signal }),
      ),
  });

export const webhookQuery = (id: number) =>
  queryOptions({
    queryKey: keys.webhook(id),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/notification/{id}", { ...byId(id), signal })),
    refetchInterval: LATER,
  });

/** A page of what was sent, and is to be sent, to an address; newest first. */
export const deliveriesQuery = (webhookId: number, query: DeliveriesQuery) =>
  queryOptions({
    queryKey: keys.deliveries(webhookId, query),
    queryFn: ({ signal }) => unwrap(client.GET(LOG, { ...byId(webhookId, query), signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => paceOf(state.data?.items),
    refetchOnWindowFocus: "always",
  });

/** One delivery, with what was sent and each attempt. */
export const deliveryQuery = (webhookId: number, id: number) =>
  queryOptions({
    queryKey: keys.delivery(webhookId, id),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/livraison/{id}", { ...byId(id), signal })),
    refetchInterval: ({ state }) => paceOf(state.data && [state.data]),
  });

const WEBHOOK = "/api/admin/notification/{id}";

/** The secret is forgotten as soon as its dialog closes. */
const SECRET = { gcTime: 0 };

export const useCreateWebhook = (operatorId: number) =>
  useWrite(
    "webhook",
    (body: WebhookInput) =>
      unwrap(client.POST("/api/admin/exploitant/{id}/notification", { ...byId(operatorId), body })),
    SECRET,
  );

export const useSaveWebhook = (id: number) =>
  useWrite("webhook", (body: WebhookInput) => unwrap(client.PUT(WEBHOOK, { ...byId(id), body })), {
    answers: keys.webhook(id),
  });

export const useDeleteWebhook = (id: number) =>
  useWrite("webhook", () => unwrap(client.DELETE(WEBHOOK, byId(id))), {
    forgets: () => keys.webhook(id),
  });

export const useReplaceSecret = (id: number) =>
  useWrite("webhook", () => unwrap(client.POST(`${WEBHOOK}/secret`, byId(id))), SECRET);

export const useTryWebhook = (id: number) =>
  useWrite("webhook", () => unwrap(client.POST(`${WEBHOOK}/essai`, byId(id))));

export const useSendAgain = () =>
  useWrite("webhook", (deliveryId: number) =>
    unwrap(client.POST("/api/admin/livraison/{id}/renvoyer", byId(deliveryId))),
  );
