import { IconChartBar } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "@/kit/routing/lazyPage";
import { inShell } from "@/kit/routing/parents";
import { availabilitySearch } from "./search";

const TITLE = "Disponibilité";

export const availabilityRoutes = [
  createRoute({
    path: "/disponibilite",
    ...inShell({
      title: TITLE,
      // The right of managers and administrators alone.
      access: ["DROIT_TARIFS_ECRITURE"] as const,
      menu: {
        label: TITLE,
        icon: IconChartBar,
        gated: true,
      },
    }),
    validateSearch: availabilitySearch,
    component: lazyPage(() => import("./AvailabilityPage"), "AvailabilityPage"),
  }),
] as const;
