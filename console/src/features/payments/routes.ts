import { IconReceipt } from "@tabler/icons-react";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "@/kit/routing/parents";
import { prefetchPayments } from "./listQuery";
import { paymentSearch } from "./search";

export const paymentRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/liste-paiements",
    staticData: {
      page: {
        title: "Liste des paiements",
        access: "administrator",
        menu: {
          label: "Liste des paiements",
          icon: IconReceipt,
          summary: "Suivre et exporter les paiements de tous les exploitants.",
        },
      },
    },
    validateSearch: paymentSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => prefetchPayments(context.queryClient, "administration", deps),
    component: lazyRouteComponent(() => import("./list/AdminPaymentsPage"), "AdminPaymentsPage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/liste-paiements-exploitant",
    staticData: {
      page: {
        title: "Liste des paiements",
        access: ["DROIT_EVENEMENTS_LECTURE"],
        menu: {
          label: "Liste des paiements",
          icon: IconReceipt,
          summary: "Suivre et exporter les paiements de l'exploitant.",
        },
      },
    },
    validateSearch: paymentSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => prefetchPayments(context.queryClient, "operator", deps),
    component: lazyRouteComponent(
      () => import("./list/OperatorPaymentsPage"),
      "OperatorPaymentsPage",
    ),
  }),
] as const;
