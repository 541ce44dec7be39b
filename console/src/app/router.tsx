import type { QueryClient } from "@tanstack/react-query";
import { createRoute, createRouter, type RouterHistory } from "@tanstack/react-router";
import { prefetchCounters } from "@/features/desk/home/api";
import { callRoute } from "@/features/desk/hotline/routes";
import { prefetchWorklist } from "@/features/desk/worklist/api";
import { worklistRoute } from "@/features/desk/worklist/routes";
import { signInRoutes } from "@/features/people/sign-in/routes";
import { operatorRoute } from "@/features/places/operators/routes";
import { lazyPage } from "@/kit/routing/lazyPage";
import { inShell, rootRoute, shellRoute, welcomeRoute } from "@/kit/routing/parents";
import { PageCrash } from "./PageCrash";
import { accessibilityRoute } from "./pages/accessibility/routes";
import { helpRoutes } from "./pages/help/routes";
import { Root } from "./Root";
import { featureRoutes } from "./routes";
import { parseSearch, stringifySearch } from "./search";

rootRoute.update({ component: Root });
welcomeRoute.update({
  component: lazyPage(() => import("./WelcomeLayout"), "WelcomeLayout"),
});
callRoute.update({ component: lazyPage(() => import("./pages/CallPage"), "CallPage") });
worklistRoute.update({
  component: lazyPage(() => import("./pages/WorklistPage"), "WorklistPage"),
});
operatorRoute.update({
  component: lazyPage(() => import("./pages/OperatorPage"), "OperatorPage"),
});
shellRoute.update({ component: lazyPage(() => import("./shell/Shell"), "Shell") });

// Kept out of the addChildren call: written inside it, the routes lose their types.
const ownRoutes = [
  createRoute({
    path: "/",
    ...inShell({ title: "Accueil", access: "account" }),
    loader: ({ context }) => {
      prefetchCounters(context.queryClient);
      prefetchWorklist(context.queryClient);
    },
    component: lazyPage(() => import("./pages/HomePage"), "HomePage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "$",
    component: lazyPage(() => import("./pages/NotFoundPage"), "NotFoundPage"),
  }),
] as const;

const routeTree = rootRoute.addChildren([
  accessibilityRoute,
  welcomeRoute.addChildren(signInRoutes),
  shellRoute.addChildren([...ownRoutes, ...helpRoutes, ...featureRoutes] as const),
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
    // Long enough for code that is there already, which then comes without a skeleton.
    defaultPendingMs: 50,
    defaultPendingMinMs: 0,
    // Not lazy: its own chunk may be gone when it is needed.
    defaultErrorComponent: PageCrash,
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
