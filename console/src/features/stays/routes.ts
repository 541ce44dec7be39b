import { IconHistory } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "@/kit/routing/lazyPage";
import { inShell } from "@/kit/routing/parents";
import { prefetchStays } from "./listQuery";
import { staySearch } from "./search";

export const stayRoutes = [
  createRoute({
    path: "/historique-utilisations",
    ...inShell({
      title: "Historique des utilisations",
      access: "administrator",
      menu: {
        label: "Historique des utilisations",
        icon: IconHistory,
      },
    }),
    validateSearch: staySearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => prefetchStays(context.queryClient, "administration", deps),
    component: lazyPage(() => import("./AdminStaysPage"), "AdminStaysPage"),
  }),
  createRoute({
    path: "/historique-utilisations-exploitant",
    ...inShell({
      title: "Historique des utilisations",
      access: ["DROIT_EVENEMENTS_LECTURE"],
      menu: {
        label: "Historique des utilisations",
        icon: IconHistory,
      },
    }),
    validateSearch: staySearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => prefetchStays(context.queryClient, "operator", deps),
    component: lazyPage(() => import("./OperatorStaysPage"), "OperatorStaysPage"),
  }),
] as const;
