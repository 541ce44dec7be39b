import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, createRoute } from "@tanstack/react-router";
import { requireToken } from "./guard";
import { PageSkeleton } from "./PageSkeleton";
import type { Page } from "./page";

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

/** The options of the route of a page behind the sign-in. */
export const inShell = (page: Page) => ({
  getParentRoute: () => shellRoute,
  staticData: { page },
  pendingComponent: PageSkeleton,
});

/** The options of the route of a page that needs no session. */
export const publicPage = (title: string) => ({
  getParentRoute: () => welcomeRoute,
  staticData: { page: { title, access: "public" } as const },
});
