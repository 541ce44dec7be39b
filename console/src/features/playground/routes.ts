import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { inShell } from "@/kit/routing/parents";

export const playgroundRoutes = [
  createRoute({
    path: "/playground",
    ...inShell({ title: "Composants", access: "account" }),
    component: lazyRouteComponent(() => import("./PlaygroundPage"), "PlaygroundPage"),
  }),
] as const;
