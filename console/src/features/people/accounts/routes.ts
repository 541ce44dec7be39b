import { IconUsers } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "@/kit/routing/lazyPage";
import { inShell } from "@/kit/routing/parents";
import { prefetchAccount, prefetchAccounts } from "./listQuery";
import { accountDetailSearch, accountSearch } from "./search";

export const accountRoutes = [
  createRoute({
    path: "/gestion-utilisateurs",
    ...inShell({
      title: "Liste des utilisateurs",
      access: "administrator",
      menu: {
        label: "Gestion des utilisateurs",
        icon: IconUsers,
      },
    }),
    validateSearch: accountSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => prefetchAccounts(context.queryClient, "administration", deps),
    component: lazyPage(() => import("./list/AdminAccountsPage"), "AdminAccountsPage"),
  }),
  createRoute({
    path: "/gestion-utilisateurs/$id/details",
    ...inShell({
      title: "Gestion d'un utilisateur",
      access: "administrator",
      parent: { to: "/gestion-utilisateurs", label: "Retour\u00a0: Liste des utilisateurs" },
    }),
    validateSearch: accountDetailSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context, params, deps }) =>
      prefetchAccount(context.queryClient, "administration", params.id, deps),
    component: lazyPage(() => import("./detail/AdminAccountPage"), "AdminAccountPage"),
  }),
  createRoute({
    path: "/gestion-utilisateurs-exploitant",
    ...inShell({
      title: "Liste des utilisateurs",
      access: ["DROIT_USER_HOTLINE_LECTURE"],
      menu: {
        label: "Mes usagers",
        icon: IconUsers,
      },
    }),
    validateSearch: accountSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => prefetchAccounts(context.queryClient, "operator", deps),
    component: lazyPage(() => import("./list/OperatorCustomersPage"), "OperatorCustomersPage"),
  }),
  createRoute({
    path: "/gestion-utilisateurs-exploitant/$id/details",
    ...inShell({
      title: "Gestion d'un utilisateur",
      access: ["DROIT_USER_HOTLINE_LECTURE"],
      parent: {
        to: "/gestion-utilisateurs-exploitant",
        label: "Retour\u00a0: Liste des utilisateurs",
      },
    }),
    validateSearch: accountDetailSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context, params, deps }) =>
      prefetchAccount(context.queryClient, "operator", params.id, deps),
    component: lazyPage(() => import("./detail/OperatorCustomerPage"), "OperatorCustomerPage"),
  }),
] as const;
