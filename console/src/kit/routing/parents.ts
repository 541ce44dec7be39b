import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, createRoute } from "@tanstack/react-router";
import { requireToken } from "./guard";

interface RouterContext {
  queryClient: QueryClient;
}

/** The routes above those of the features; the application gives them their layouts. */
export const rootRoute = createRootRouteWithContext<RouterContext>()();

/** Above the pages that need no session. */
export const welcomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "accueil-deconnecte",
});

/** Above the pages behind the sign-in. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "console",
  beforeLoad: requireToken,
});
