import { createRoute } from "@tanstack/react-router";
import { ownFactorsQuery } from "@/data/ownFactors";
import { lazyPage } from "@/kit/routing/lazyPage";
import { inShell } from "@/kit/routing/parents";

export const ownAccountRoutes = [
  createRoute({
    path: "/mon-compte",
    ...inShell({ title: "Mon compte", access: "account" }),
    loader: ({ context }) => {
      void context.queryClient.prefetchQuery(ownFactorsQuery());
    },
    component: lazyPage(() => import("./OwnAccountPage"), "OwnAccountPage"),
  }),
] as const;
