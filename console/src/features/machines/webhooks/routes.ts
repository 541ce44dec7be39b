import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "@/kit/routing/lazyPage";
import { inShell } from "@/kit/routing/parents";
import { deliverySearch } from "./search";

export const webhookRoutes = [
  createRoute({
    path: "/gestion-exploitants/$id/notifications-sortantes/$idNotification/details",
    ...inShell({
      title: "Notification sortante",
      access: "administrator",
      parent: { to: "/gestion-exploitants", label: "Retour à la liste des exploitants" },
    }),
    validateSearch: deliverySearch,
    component: lazyPage(() => import("./WebhookPage"), "WebhookPage"),
  }),
] as const;
