import { IconMapPin, IconSettings } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "@/kit/routing/lazyPage";
import { inShell } from "@/kit/routing/parents";
import { prefetchStation, prefetchStations } from "./api";
import { modelSearch } from "./configuration/search";
import { stationListSearch } from "./list/search";
import { stationSearch } from "./management/search";

export const stationRoutes = [
  createRoute({
    path: "/tb-stations",
    ...inShell({
      title: "Mes stations",
      access: ["DROIT_STATIONS_LECTURE"],
      menu: {
        label: "Mes stations",
        icon: IconMapPin,
      },
    }),
    validateSearch: stationListSearch,
    loader: ({ context }) => prefetchStations(context.queryClient),
    component: lazyPage(() => import("./OperatorStationsPage"), "OperatorStationsPage"),
  }),
  createRoute({
    path: "/tb-stations/$id/details",
    ...inShell({
      title: "Gestion de la station",
      access: "record",
      parent: { to: "/tb-stations", label: "Retour : Mes stations" },
    }),
    validateSearch: stationSearch,
    loader: ({ context, params }) => prefetchStation(context.queryClient, params.id),
    component: lazyPage(() => import("./management/ManagementPage"), "ManagementPage"),
  }),
  createRoute({
    path: "/gestion-stations",
    ...inShell({
      title: "Gestion des stations",
      access: ["DROIT_STATIONS_LECTURE"],
      menu: {
        label: "Gestion des stations",
        icon: IconSettings,
        right: "DROIT_STATIONS_ECRITURE",
        gated: true,
      },
    }),
    validateSearch: stationListSearch,
    loader: ({ context }) => prefetchStations(context.queryClient),
    component: lazyPage(() => import("./ManageStationsPage"), "ManageStationsPage"),
  }),
  createRoute({
    path: "/gestion-stations/$id/details",
    ...inShell({
      title: "Configuration de la station",
      access: "record",
      parent: { to: "/gestion-stations", label: "Retour à la liste des stations" },
    }),
    validateSearch: modelSearch,
    loader: ({ context, params }) => prefetchStation(context.queryClient, params.id),
    component: lazyPage(() => import("./configuration/ConfigurationPage"), "ConfigurationPage"),
  }),
  createRoute({
    path: "/creation-station",
    ...inShell({
      title: "Configuration d'une nouvelle station",
      access: ["DROIT_STATIONS_ECRITURE"],
      parent: { to: "/gestion-stations", label: "Retour à la liste des stations" },
    }),
    validateSearch: modelSearch,
    component: lazyPage(() => import("./configuration/CreationPage"), "CreationPage"),
  }),
] as const;
