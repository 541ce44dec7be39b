import { IconHourglassHigh } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "@/kit/routing/lazyPage";
import { inShell } from "@/kit/routing/parents";
import { prefetchWaits } from "./listQuery";
import { waitSearch } from "./search";

export const waitRoute = createRoute({
  path: "/liste-attente",
  ...inShell({
    title: "Liste d'attente",
    access: ["DROIT_EVENEMENTS_LECTURE"],
    menu: {
      label: "Liste d'attente",
      icon: IconHourglassHigh,
      gated: true,
    },
  }),
  validateSearch: waitSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => prefetchWaits(context.queryClient, deps),
  component: lazyPage(() => import("./WaitsPage"), "WaitsPage"),
});
