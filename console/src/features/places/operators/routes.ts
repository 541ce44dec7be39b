import { IconBuildingCommunity, IconUsersGroup } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "@/kit/routing/lazyPage";
import { inShell } from "@/kit/routing/parents";
import { prefetchOperator } from "./api";

export const operatorRoutes = [
  createRoute({
    path: "/gestion-exploitants",
    ...inShell({
      title: "Liste des exploitants",
      access: "administrator",
      menu: {
        label: "Gestion des exploitants",
        icon: IconBuildingCommunity,
        summary: "Créer un exploitant, tenir à jour ses coordonnées et ses comptes.",
      },
    }),
    component: lazyPage(() => import("./list/OperatorsPage"), "OperatorsPage"),
  }),
  createRoute({
    path: "/gestion-exploitants/$id/details",
    ...inShell({
      title: "Configuration de l'exploitant",
      access: "administrator",
      parent: { to: "/gestion-exploitants", label: "Retour à la liste des exploitants" },
    }),
    loader: ({ context, params }) => prefetchOperator(context.queryClient, params.id),
    component: lazyPage(() => import("./details/OperatorPage"), "OperatorPage"),
  }),
  createRoute({
    path: "/gestion-exploitants/$id/notifications-sortantes/$idNotification/details",
    ...inShell({
      title: "Notification sortante",
      access: "administrator",
      parent: { to: "/gestion-exploitants", label: "Retour à la liste des exploitants" },
    }),
    component: lazyPage(() => import("@/features/machines/webhooks/WebhookPage"), "WebhookPage"),
  }),
  createRoute({
    path: "/creation-exploitant",
    ...inShell({
      title: "Nouvel exploitant",
      access: "administrator",
      parent: { to: "/gestion-exploitants", label: "Retour à la liste des exploitants" },
    }),
    component: lazyPage(() => import("./creation/CreationPage"), "CreationPage"),
  }),
  createRoute({
    path: "/mon-equipe",
    ...inShell({
      title: "Mon équipe",
      access: ["DROIT_EXPLOITANTS_LECTURE"],
      menu: {
        label: "Mon équipe",
        icon: IconUsersGroup,
        summary: "Voir qui travaille pour l'exploitant, et qui appeler.",
        gated: true,
      },
    }),
    component: lazyPage(() => import("./team/TeamPage"), "TeamPage"),
  }),
  createRoute({
    path: "/attestation",
    ...inShell({
      title: "Attestation de conformité",
      access: ["DROIT_TARIFS_ECRITURE"], // which managers and administrators alone hold
      parent: { to: "/mon-equipe", label: "Retour à l'équipe" },
    }),
    component: lazyPage(
      () => import("@/features/money/attestation/AttestationPage"),
      "AttestationPage",
    ),
  }),
] as const;
