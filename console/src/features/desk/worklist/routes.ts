import { IconChecklist } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "@/kit/routing/lazyPage";
import { inShell } from "@/kit/routing/parents";
import { prefetchWorklist } from "./api";
import { worklistSearch } from "./search";

export const worklistRoutes = [
  createRoute({
    path: "/a-traiter",
    ...inShell({
      title: "À traiter",
      access: ["DROIT_EVENEMENTS_LECTURE"],
      menu: {
        label: "À traiter",
        icon: IconChecklist,
        gated: true,
        counted: true,
      },
    }),
    validateSearch: worklistSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => prefetchWorklist(context.queryClient, deps),
    component: lazyPage(() => import("./WorklistPage"), "WorklistPage"),
  }),
] as const;
