import { IconReceipt } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "@/kit/routing/lazyPage";
import { inShell } from "@/kit/routing/parents";
import { prefetchPayments } from "./listQuery";
import { paymentSearch } from "./search";

export const paymentRoutes = [
  createRoute({
    path: "/liste-paiements",
    ...inShell({
      title: "Liste des paiements",
      access: "administrator",
      menu: {
        label: "Liste des paiements",
        icon: IconReceipt,
        opens: { suivi: "a-suivre" },
      },
    }),
    validateSearch: paymentSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => prefetchPayments(context.queryClient, "administration", deps),
    component: lazyPage(() => import("./list/AdminPaymentsPage"), "AdminPaymentsPage"),
  }),
  createRoute({
    path: "/liste-paiements-exploitant",
    ...inShell({
      title: "Liste des paiements",
      access: ["DROIT_EVENEMENTS_LECTURE"],
      menu: {
        label: "Liste des paiements",
        icon: IconReceipt,
        opens: { suivi: "a-suivre" },
      },
    }),
    validateSearch: paymentSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => prefetchPayments(context.queryClient, "operator", deps),
    component: lazyPage(() => import("./list/OperatorPaymentsPage"), "OperatorPaymentsPage"),
  }),
] as const;
