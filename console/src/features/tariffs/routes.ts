import { IconCoinEuro } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { prefetchTariff, prefetchTariffs } from "@/data/tariffs";
import { lazyPage } from "@/kit/routing/lazyPage";
import { inShell } from "@/kit/routing/parents";
import { openRowsSearch } from "@/ui/table/openRowsSearch";

export const tariffRoutes = [
  createRoute({
    path: "/gestion-tarifs",
    ...inShell({
      title: "Gestion des conditions tarifaires",
      access: ["DROIT_TARIFS_LECTURE"],
      menu: {
        label: "Gestion des tarifs",
        icon: IconCoinEuro,
        summary: "Consulter les conditions tarifaires et leur application.",
        gated: true,
      },
    }),
    validateSearch: openRowsSearch,
    loader: ({ context }) => prefetchTariffs(context.queryClient),
    component: lazyPage(() => import("./list/ListPage"), "ListPage"),
  }),
  createRoute({
    path: "/gestion-tarifs/$id/details",
    ...inShell({
      title: "Modification d'une condition tarifaire",
      access: "record",
      parent: { to: "/gestion-tarifs", label: "Retour à la liste des conditions tarifaires" },
    }),
    loader: ({ context, params }) => prefetchTariff(context.queryClient, params.id),
    component: lazyPage(() => import("./edit/EditPage"), "EditPage"),
  }),
  createRoute({
    path: "/creation-tarif",
    ...inShell({
      title: "Nouvelle condition tarifaire",
      access: ["DROIT_TARIFS_ECRITURE"],
      parent: { to: "/gestion-tarifs", label: "Retour à la liste des conditions tarifaires" },
    }),
    component: lazyPage(() => import("./creation/CreationPage"), "CreationPage"),
  }),
] as const;
