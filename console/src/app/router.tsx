import type { QueryClient } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
} from "@tanstack/react-router";
import { prefetchCounters } from "@/data/counters";
import { prefetchOperator } from "@/data/operators";
import { prefetchStation, prefetchStations } from "@/data/stations";
import { prefetchAddress } from "@/data/statistics";
import { prefetchTariff, prefetchTariffs } from "@/data/tariffs";
import { prefetchWorklist } from "@/data/worklist";
import { prefetchAccount, prefetchAccounts } from "@/features/accounts/listQuery";
import { accountDetailSearch, accountSearch } from "@/features/accounts/search";
import { maintenanceSearch } from "@/features/maintenance/search";
import { prefetchPayments } from "@/features/payments/listQuery";
import { paymentSearch } from "@/features/payments/search";
import { resetSearch } from "@/features/sign-in/search";
import { prefetchStays } from "@/features/stays/listQuery";
import { staySearch } from "@/features/stays/search";
import { openRowsSearch } from "@/ui/openRowsSearch";
import { guard } from "./guard";
import { PageCrash } from "./PageCrash";
import type { PagePath } from "./pages";
import { Root } from "./Root";
import { parseSearch, stringifySearch } from "./search";

interface RouterContext {
  queryClient: QueryClient;
}

const root = createRootRouteWithContext<RouterContext>()({ beforeLoad: guard, component: Root });

const welcome = createRoute({
  getParentRoute: () => root,
  id: "accueil-deconnecte",
  component: lazyRouteComponent(() => import("./WelcomeLayout"), "WelcomeLayout"),
});

const shell = createRoute({
  getParentRoute: () => root,
  id: "console",
  component: lazyRouteComponent(() => import("./shell/Shell"), "Shell"),
});

/** Returns the route options that link a path to its entry in the page table. */
const page = <P extends PagePath>(path: P) => ({ path, staticData: { page: path } });

// Kept out of the addChildren calls: written inside them, the routes lose their types.
const openPages = [
  createRoute({
    getParentRoute: () => welcome,
    ...page("/connexion"),
    component: lazyRouteComponent(() => import("@/features/sign-in/LoginPage"), "LoginPage"),
  }),
  createRoute({
    getParentRoute: () => welcome,
    ...page("/oubli-mdp"),
    component: lazyRouteComponent(
      () => import("@/features/sign-in/ForgottenPasswordPage"),
      "ForgottenPasswordPage",
    ),
  }),
  createRoute({
    getParentRoute: () => welcome,
    ...page("/nouveau-mot-de-passe"),
    validateSearch: resetSearch,
    component: lazyRouteComponent(
      () => import("@/features/sign-in/NewPasswordPage"),
      "NewPasswordPage",
    ),
  }),
  createRoute({
    getParentRoute: () => welcome,
    ...page("/confirmer-adresse"),
    component: lazyRouteComponent(
      () => import("@/features/sign-in/ConfirmEmailPage"),
      "ConfirmEmailPage",
    ),
  }),
  createRoute({
    getParentRoute: () => welcome,
    ...page("/confirmer-inscription"),
    component: lazyRouteComponent(
      () => import("@/features/sign-in/ConfirmRegistrationPage"),
      "ConfirmRegistrationPage",
    ),
  }),
] as const;

const consolePages = [
  createRoute({
    getParentRoute: () => shell,
    ...page("/"),
    loader: ({ context }) => {
      prefetchCounters(context.queryClient);
      prefetchWorklist(context.queryClient);
    },
    component: lazyRouteComponent(() => import("./HomePage"), "HomePage"),
  }),
  createRoute({
    getParentRoute: () => shell,
    ...page("/a-traiter"),
    loader: ({ context }) => prefetchWorklist(context.queryClient),
    component: lazyRouteComponent(() => import("@/features/worklist/WorklistPage"), "WorklistPage"),
  }),
  createRoute({
    getParentRoute: () => shell,
    ...page("/tb-stations"),
    validateSearch: openRowsSearch,
    loader: ({ context }) => prefetchStations(context.queryClient),
    component: lazyRouteComponent(
      () => import("@/features/stations/OperatorStationsPage"),
      "OperatorStationsPage",
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    ...page("/gestion-stations"),
    validateSearch: openRowsSearch,
    loader: ({ context }) => prefetchStations(context.queryClient),
    component: lazyRouteComponent(
      () => import("@/features/stations/ManageStationsPage"),
      "ManageStationsPage",
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    ...page("/playground"),
    component: lazyRouteComponent(
      () => import("@/features/playground/PlaygroundPage"),
      "PlaygroundPage",
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    ...page("/tb-stations/$id/details"),
    validateSearch: openRowsSearch,
    loader: ({ context, params }) => prefetchStation(context.queryClient, params.id),
    component: lazyRouteComponent(
      () => import("@/features/stations/management/ManagementPage"),
      "ManagementPage",
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    ...page("/mode-maintenance"),
    validateSearch: maintenanceSearch,
    loader: ({ context }) => prefetchStations(context.queryClient),
    component: lazyRouteComponent(
      () => import("@/features/maintenance/MaintenancePage"),
      "MaintenancePage",
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    ...page("/gestion-exploitants"),
    component: lazyRouteComponent(
      () => import("@/features/operators/list/OperatorsPage"),
      "OperatorsPage",
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    ...page("/creation-exploitant"),
    component: lazyRouteComponent(
      () => import("@/features/operators/creation/CreationPage"),
      "CreationPage",
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    ...page("/mon-equipe"),
    component: lazyRouteComponent(() => import("@/features/operators/team/TeamPage"), "TeamPage"),
  }),
  createRoute({
    getParentRoute: () => shell,
    ...page("/gestion-exploitants/$id/details"),
    loader: ({ context, params }) => prefetchOperator(context.queryClient, params.id),
    component: lazyRouteComponent(
      () => import("@/features/operators/details/OperatorPage"),
      "OperatorPage",
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    ...page("/gestion-stations/$id/details"),
    loader: ({ context, params }) => prefetchStation(context.queryClient, params.id),
    component: lazyRouteComponent(
      () => import("@/features/stations/configuration/ConfigurationPage"),
      "ConfigurationPage",
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    ...page("/creation-station"),
    component: lazyRouteComponent(
      () => import("@/features/stations/configuration/CreationPage"),
      "CreationPage",
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    ...page("/gestion-tarifs"),
    validateSearch: openRowsSearch,
    loader: ({ context }) => prefetchTariffs(context.queryClient),
    component: lazyRouteComponent(() => import("@/features/tariffs/list/ListPage"), "ListPage"),
  }),
  createRoute({
    getParentRoute: () => shell,
    ...page("/gestion-tarifs/$id/details"),
    loader: ({ context, params }) => prefetchTariff(context.queryClient, params.id),
    component: lazyRouteComponent(() => import("@/features/tariffs/edit/EditPage"), "EditPage"),
  }),
  createRoute({
    getParentRoute: () => shell,
    ...page("/creation-tarif"),
    component: lazyRouteComponent(
      () => import("@/features/tariffs/creation/CreationPage"),
      "CreationPage",
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    ...page("/gestion-utilisateurs"),
    validateSearch: accountSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => prefetchAccounts(context.queryClient, "administration", deps),
    component: lazyRouteComponent(
      () => import("@/features/accounts/list/AdminAccountsPage"),
      "AdminAccountsPage",
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    ...page("/gestion-utilisateurs/$id/details"),
    validateSearch: accountDetailSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context, params, deps }) =>
      prefetchAccount(context.queryClient, "administration", params.id, deps),
    component: lazyRouteComponent(
      () => import("@/features/accounts/detail/AdminAccountPage"),
      "AdminAccountPage",
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    ...page("/gestion-utilisateurs-exploitant"),
    validateSearch: accountSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => prefetchAccounts(context.queryClient, "operator", deps),
    component: lazyRouteComponent(
      () => import("@/features/accounts/list/OperatorCustomersPage"),
      "OperatorCustomersPage",
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    ...page("/gestion-utilisateurs-exploitant/$id/details"),
    validateSearch: accountDetailSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context, params, deps }) =>
      prefetchAccount(context.queryClient, "operator", params.id, deps),
    component: lazyRouteComponent(
      () => import("@/features/accounts/detail/OperatorCustomerPage"),
      "OperatorCustomerPage",
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    ...page("/liste-paiements"),
    validateSearch: paymentSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => prefetchPayments(context.queryClient, "administration", deps),
    component: lazyRouteComponent(
      () => import("@/features/payments/list/AdminPaymentsPage"),
      "AdminPaymentsPage",
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    ...page("/liste-paiements-exploitant"),
    validateSearch: paymentSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => prefetchPayments(context.queryClient, "operator", deps),
    component: lazyRouteComponent(
      () => import("@/features/payments/list/OperatorPaymentsPage"),
      "OperatorPaymentsPage",
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    ...page("/historique-utilisations"),
    validateSearch: staySearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => prefetchStays(context.queryClient, "administration", deps),
    component: lazyRouteComponent(
      () => import("@/features/stays/AdminStaysPage"),
      "AdminStaysPage",
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    ...page("/historique-utilisations-exploitant"),
    validateSearch: staySearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => prefetchStays(context.queryClient, "operator", deps),
    component: lazyRouteComponent(
      () => import("@/features/stays/OperatorStaysPage"),
      "OperatorStaysPage",
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    ...page("/dashboard-metabase"),
    loader: ({ context }) => prefetchAddress(context.queryClient, "administration"),
    component: lazyRouteComponent(
      () => import("@/features/statistics/AdminStatisticsPage"),
      "AdminStatisticsPage",
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    ...page("/dashboard-metabase-exploitant"),
    loader: ({ context }) => prefetchAddress(context.queryClient, "operator"),
    component: lazyRouteComponent(
      () => import("@/features/statistics/OperatorStatisticsPage"),
      "OperatorStatisticsPage",
    ),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: "$",
    component: lazyRouteComponent(() => import("./NotFoundPage"), "NotFoundPage"),
  }),
] as const;

const routeTree = root.addChildren([
  welcome.addChildren(openPages),
  shell.addChildren(consolePages),
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
  interface StaticDataRouteOption {
    page?: PagePath;
  }
}
