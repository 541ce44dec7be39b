import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "@/kit/routing/lazyPage";
import { inShell } from "@/kit/routing/parents";

export const playgroundRoutes = [
  createRoute({
    path: "/playground",
    ...inShell({ title: "Composants", access: "account" }),
    component: lazyPage(() => import("./PlaygroundPage"), "PlaygroundPage"),
  }),
] as const;
