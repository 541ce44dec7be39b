import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "@/kit/routing/lazyPage";
import { inShell } from "@/kit/routing/parents";

// Without a loader or a validateSearch: what they import would weigh on the pages that open first.
export const helpRoutes = [
  createRoute({
    path: "/aide",
    ...inShell({ title: "Aide", access: "account" }),
    component: lazyPage(() => import("./ContentsPage"), "ContentsPage"),
  }),
  createRoute({
    path: "/aide/$chapitre",
    ...inShell({
      title: "Aide",
      access: "account",
      parent: { to: "/aide", label: "Retour à l'aide" },
    }),
    component: lazyPage(() => import("./ChapterPage"), "ChapterPage"),
  }),
] as const;
