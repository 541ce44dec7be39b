import { IconChartBar } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "@/kit/routing/lazyPage";
import { inShell } from "@/kit/routing/parents";
import { prefetchAddress } from "./api";

export const statisticsRoutes = [
  createRoute({
    path: "/dashboard-metabase",
    ...inShell({
      title: "Statistiques",
      access: "administrator",
      menu: {
        label: "Statistiques",
        icon: IconChartBar,
      },
    }),
    loader: ({ context }) => prefetchAddress(context.queryClient, "administration"),
    component: lazyPage(() => import("./AdminStatisticsPage"), "AdminStatisticsPage"),
  }),
  createRoute({
    path: "/dashboard-metabase-exploitant",
    ...inShell({
      title: "Statistiques",
      access: ["DROIT_EVENEMENTS_LECTURE"],
      menu: {
        label: "Statistiques",
        icon: IconChartBar,
        needsDashboard: true,
      },
    }),
    loader: ({ context }) => prefetchAddress(context.queryClient, "operator"),
    component: lazyPage(() => import("./OperatorStatisticsPage"), "OperatorStatisticsPage"),
  }),
] as const;
