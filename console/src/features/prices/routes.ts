import { IconCoinEuro } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { openRowsSearch } from "@/kit/lists/openRowsSearch";
import { lazyPage } from "@/kit/routing/lazyPage";
import { inShell } from "@/kit/routing/parents";
import { prefetchTariff, prefetchTariffs } from "./api";

const LIST = { to: "/gestion-tarifs", label: "Retour à la liste des conditions tarifaires" };

export const tariffRoutes = [
  createRoute({
    path: "/gestion-tarifs",
    ...inShell({
      title: "Gestion des conditions tarifaires",
      access: ["DROIT_TARIFS_LECTURE"],
      menu: {
        label: "Gestion des tarifs",
        icon: IconCoinEuro,
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
      parent: LIST,
    }),
    loader: ({ context, params }) => prefetchTariff(context.queryClient, params.id),
    component: lazyPage(() => import("./edit/EditPage"), "EditPage"),
  }),
  createRoute({
    path: "/gestion-tarifs/$id/rejeux",
    ...inShell({ title: "Rejouer les prix", access: "record", parent: LIST }),
    loader: ({ context, params }) => prefetchTariff(context.queryClient, params.id),
    component: lazyPage(() => import("./repricing/RepricingsPage"), "RepricingsPage"),
  }),
  createRoute({
    path: "/rejeux/$id",
    ...inShell({ title: "Rejeu des prix", access: "record", parent: LIST }),
    component: lazyPage(() => import("./repricing/RepricingPage"), "RepricingPage"),
  }),
  createRoute({
    path: "/lots/$id",
    ...inShell({ title: "Lot de remboursements", access: "record", parent: LIST }),
    component: lazyPage(() => import("./repricing/BatchPage"), "BatchPage"),
  }),
  createRoute({
    path: "/creation-tarif",
    ...inShell({
      title: "Nouvelle condition tarifaire",
      access: ["DROIT_TARIFS_ECRITURE"],
      parent: LIST,
    }),
    component: lazyPage(() => import("./creation/CreationPage"), "CreationPage"),
  }),
] as const;
