import { byId, client, unwrap } from "@/api/client";
import { keys } from "../keys";
import type { WebhookInput } from "../webhooks";
import { useWrite } from "./useWrite";

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
