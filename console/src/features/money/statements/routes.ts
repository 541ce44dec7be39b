import { IconReportMoney } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "@/kit/routing/lazyPage";
import { inShell } from "@/kit/routing/parents";
import { statementSearch } from "./search";

const TITLE = "Reddition des comptes";

// The right of managers and administrators alone.
const access = ["DROIT_TARIFS_ECRITURE"] as const;

export const statementRoutes = [
  createRoute({
    path: "/reddition",
    ...inShell({
      title: TITLE,
      access,
      menu: {
        label: TITLE,
        icon: IconReportMoney,
        gated: true,
      },
    }),
    component: lazyPage(() => import("./list/StatementsPage"), "StatementsPage"),
  }),
  createRoute({
    path: "/reddition/$mois",
    ...inShell({
      title: TITLE,
      access,
      parent: { to: "/reddition", label: "Retour à la liste des mois" },
    }),
    validateSearch: statementSearch,
    component: lazyPage(() => import("./month/StatementPage"), "StatementPage"),
  }),
] as const;
