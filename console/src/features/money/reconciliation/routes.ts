import { createRoute } from "@tanstack/react-router";
import * as v from "valibot";
import { lazyPage } from "@/kit/routing/lazyPage";
import { inShell } from "@/kit/routing/parents";

/** The month, kept in the URL; absent: the current one. */
const reconciliationSearch = v.object({
  mois: v.fallback(v.optional(v.pipe(v.string(), v.regex(/^20\d\d-(0[1-9]|1[0-2])$/))), undefined),
});

export const reconciliationRoutes = [
  createRoute({
    path: "/rapprochement",
    ...inShell({
      title: "Rapprochement",
      access: ["DROIT_TARIFS_ECRITURE"], // which managers and administrators alone hold
      parent: { to: "/a-traiter", label: "Retour à ce qui est à traiter" },
    }),
    validateSearch: reconciliationSearch,
    component: lazyPage(() => import("./ReconciliationPage"), "ReconciliationPage"),
  }),
] as const;
