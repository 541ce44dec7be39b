import { IconZoomMoney } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "@/kit/routing/lazyPage";
import { inShell } from "@/kit/routing/parents";
import { debtSearch } from "./search";

export const debtRoutes = [
  createRoute({
    path: "/creances",
    ...inShell({
      title: "Créances",
      access: ["DROIT_TARIFS_ECRITURE"], // which managers and administrators alone hold
      menu: {
        label: "Créances",
        icon: IconZoomMoney,
        gated: true,
      },
    }),
    validateSearch: debtSearch,
    component: lazyPage(() => import("./DebtsPage"), "DebtsPage"),
  }),
] as const;
