import { IconNotebook } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "@/kit/routing/lazyPage";
import { inShell } from "@/kit/routing/parents";
import { prefetchAudit } from "./listQuery";
import { auditSearch } from "./search";

export const auditRoutes = [
  createRoute({
    path: "/journal",
    ...inShell({
      title: "Journal",
      access: ["DROIT_EVENEMENTS_LECTURE"],
      menu: {
        label: "Journal",
        icon: IconNotebook,
        gated: true,
      },
    }),
    validateSearch: auditSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => prefetchAudit(context.queryClient, deps),
    component: lazyPage(() => import("./AuditPage"), "AuditPage"),
  }),
] as const;
