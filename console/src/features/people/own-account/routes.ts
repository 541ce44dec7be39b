import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "@/kit/routing/lazyPage";
import { inShell } from "@/kit/routing/parents";
import { ownFactorsQuery } from "../factors/api";

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
