import { IconTool } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "@/kit/routing/lazyPage";
import { inShell } from "@/kit/routing/parents";
import { prefetchStations } from "../stations/api";
import { maintenanceSearch } from "./search";

export const maintenanceRoutes = [
  createRoute({
    path: "/mode-maintenance",
    ...inShell({
      title: "Mode maintenance",
      access: ["DROIT_MODE_MAINTENANCE_MOBILE_ECRITURE"],
      menu: {
        label: "Mode maintenance",
        icon: IconTool,
        gated: true,
      },
    }),
    validateSearch: maintenanceSearch,
    loader: ({ context }) => prefetchStations(context.queryClient),
    component: lazyPage(() => import("./MaintenancePage"), "MaintenancePage"),
  }),
] as const;
