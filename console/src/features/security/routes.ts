import { IconShieldLock } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "@/kit/routing/lazyPage";
import { inShell } from "@/kit/routing/parents";

export const securityRoutes = [
  createRoute({
    path: "/securite",
    ...inShell({
      title: "Sécurité",
      access: "administrator",
      menu: {
        label: "Sécurité",
        icon: IconShieldLock,
        summary: "Suivre les connexions refusées, les accès et les changements de droits.",
      },
    }),
    loaderDeps: ({ search }) => search,
    // The names of all events, which the schema of the filters holds, are loaded with the page alone.
    loader: ({ context, deps }) => {
      void import("./listQuery").then(({ prefetchSecurity }) =>
        prefetchSecurity(context.queryClient, deps),
      );
    },
    component: lazyPage(() => import("./SecurityPage"), "SecurityPage"),
  }),
] as const;
