import { IconLogin2 } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "@/kit/routing/lazyPage";
import { inShell } from "@/kit/routing/parents";

export const signOnRoutes = [
  createRoute({
    path: "/connexion-unique",
    ...inShell({
      title: "Connexion unique",
      access: "administrator",
      menu: {
        label: "Connexion unique",
        icon: IconLogin2,
      },
    }),
    component: lazyPage(() => import("./ProvidersPage"), "ProvidersPage"),
  }),
] as const;
