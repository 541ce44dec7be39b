import { IconShieldLock } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "@/kit/routing/lazyPage";
import { inShell } from "@/kit/routing/parents";
import { securitySearch } from "./search";

export const securityRoutes = [
  createRoute({
    path: "/securite",
    ...inShell({
      title: "Sécurité",
      access: "administrator",
      menu: {
        label: "Sécurité",
        icon: IconShieldLock,
      },
    }),
    validateSearch: securitySearch,
    component: lazyPage(() => import("./SecurityPage"), "SecurityPage"),
  }),
] as const;
