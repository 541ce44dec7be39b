import { IconBuildingCommunity, IconUsersGroup } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "@/kit/routing/lazyPage";
import { inShell } from "@/kit/routing/parents";
import { prefetchOperator } from "./api";

/** The application gives it its component, which shows blocks of other features. */
export const operatorRoute = createRoute({
  path: "/gestion-exploitants/$id/details",
  ...inShell({
    title: "Configuration de l'exploitant",
    access: "administrator",
    parent: { to: "/gestion-exploitants", label: "Retour à la liste des exploitants" },
  }),
  loader: ({ context, params }) => prefetchOperator(context.queryClient, params.id),
});

export const operatorRoutes = [
  createRoute({
    path: "/gestion-exploitants",
    ...inShell({
      title: "Liste des exploitants",
      access: "administrator",
      menu: {
        label: "Gestion des exploitants",
        icon: IconBuildingCommunity,
      },
    }),
    component: lazyPage(() => import("./list/OperatorsPage"), "OperatorsPage"),
  }),
  operatorRoute,
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
        gated: true,
      },
    }),
    component: lazyPage(() => import("./team/TeamPage"), "TeamPage"),
  }),
] as const;
