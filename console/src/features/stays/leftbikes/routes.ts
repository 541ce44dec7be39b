import { IconHourglassHigh } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "@/kit/routing/lazyPage";
import { inShell } from "@/kit/routing/parents";
import { leftBikeSearch } from "./search";

export const leftBikeRoute = createRoute({
  path: "/velos-laisses",
  ...inShell({
    title: "Vélos laissés",
    access: ["DROIT_EVENEMENTS_LECTURE"],
    menu: {
      label: "Vélos laissés",
      icon: IconHourglassHigh,
      gated: true,
    },
  }),
  validateSearch: leftBikeSearch,
  component: lazyPage(() => import("./LeftBikesPage"), "LeftBikesPage"),
});
