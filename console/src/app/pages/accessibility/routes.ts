import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "@/kit/routing/lazyPage";
import { rootRoute } from "@/kit/routing/parents";

/** Outside both layouts: read before signing in, and from every page behind it. */
export const accessibilityRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/accessibilite",
  staticData: { page: { title: "Accessibilité", access: "public" } },
  component: lazyPage(() => import("./AccessibilityPage"), "AccessibilityPage"),
});
