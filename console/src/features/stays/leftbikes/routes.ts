import { IconBikeOff } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "@/kit/routing/lazyPage";
import { inShell } from "@/kit/routing/parents";
import { prefetchLeftBikes } from "./listQuery";
import { leftBikeSearch } from "./search";

export const leftBikeRoute = createRoute({
  path: "/velos-laisses",
  ...inShell({
    title: "Vélos laissés",
    access: ["DROIT_EVENEMENTS_LECTURE"],
    menu: {
      label: "Vélos laissés",
      icon: IconBikeOff,
      summary: "Suivre les vélos laissés, du préavis à leur remise.",
      gated: true,
    },
  }),
  validateSearch: leftBikeSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => prefetchLeftBikes(context.queryClient, deps),
  component: lazyPage(() => import("./LeftBikesPage"), "LeftBikesPage"),
});
