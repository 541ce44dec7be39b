import { IconTool } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "@/kit/routing/lazyPage";
import { inShell } from "@/kit/routing/parents";
import { interventionSearch } from "./search";

export const interventionRoute = createRoute({
  path: "/interventions",
  ...inShell({
    title: "Interventions",
    access: ["DROIT_EVENEMENTS_LECTURE"],
    menu: {
      label: "Interventions",
      icon: IconTool,
      gated: true,
    },
  }),
  validateSearch: interventionSearch,
  component: lazyPage(() => import("./InterventionsPage"), "InterventionsPage"),
});
