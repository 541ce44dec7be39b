import type { QueryClient } from "@tanstack/react-query";
import {
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
} from "@tanstack/react-router";
import { prefetchCounters } from "@/data/counters";
import { prefetchWorklist } from "@/data/worklist";
import { accessibilityRoute } from "@/features/accessibility/routes";
import { callRoute } from "@/features/call/routes";
import { signInRoutes } from "@/features/sign-in/routes";
import { rootRoute, shellRoute, welcomeRoute } from "@/kit/routing/parents";
import { PageCrash } from "./PageCrash";
import { Root } from "./Root";
import { featureRoutes } from "./routes";
import { parseSearch, stringifySearch } from "./search";

rootRoute.update({ component: Root });
welcomeRoute.update({
  component: lazyRouteComponent(() => import("./WelcomeLayout"), "WelcomeLayout"),
});
shellRoute.update({ component: lazyRouteComponent(() => import("./shell/Shell"), "Shell") });
callRoute.update({ component: lazyRouteComponent(() => import("./CallPage"), "CallPage") });

// Kept out of the addChildren call: written inside it, the routes lose their types.
const ownRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/",
    staticData: { page: { title: "Accueil", access: "account" } },
    loader: ({ context }) => {
      prefetchCounters(context.queryClient);
      prefetchWorklist(context.queryClient);
    },
    component: lazyRouteComponent(() => import("./HomePage"), "HomePage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "$",
    component: lazyRouteComponent(() => import("./NotFoundPage"), "NotFoundPage"),
  }),
] as const;

const routeTree = rootRoute.addChildren([
  accessibilityRoute,
  welcomeRoute.addChildren(signInRoutes),
  shellRoute.addChildren([...ownRoutes, ...featureRoutes] as const),
]);

export function createAppRouter(queryClient: QueryClient, history?: RouterHistory) {
  return createRouter({
    routeTree,
    context: { queryClient },
    history,
    parseSearch,
    stringifySearch,
    defaultPreload: "intent",
    defaultPreloadDelay: 50,
    // The query cache decides what is fresh; the router caches no data.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultPendingMs: 200,
    // Not lazy: it shows that a chunk is gone, and its own chunk may be gone too.
    defaultErrorComponent: PageCrash,
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
