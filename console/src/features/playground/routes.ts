import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "@/kit/routing/parents";

export const playgroundRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/playground",
    staticData: {
      page: { title: "Composants", access: "account" },
    },
    component: lazyRouteComponent(() => import("./PlaygroundPage"), "PlaygroundPage"),
  }),
] as const;
