import { IconMapPin, IconSettings } from "@tabler/icons-react";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { prefetchStation, prefetchStations } from "@/data/stations";
import { shellRoute } from "@/kit/routing/parents";
import { openRowsSearch } from "@/ui/table/openRowsSearch";

export const stationRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/tb-stations",
    staticData: {
      page: {
        title: "Mes stations",
        access: ["DROIT_STATIONS_LECTURE"],
        menu: {
          label: "Mes stations",
          icon: IconMapPin,
          summary: "Voir l'état des stations et de leurs places, en direct.",
        },
      },
    },
    validateSearch: openRowsSearch,
    loader: ({ context }) => prefetchStations(context.queryClient),
    component: lazyRouteComponent(() => import("./OperatorStationsPage"), "OperatorStationsPage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/tb-stations/$id/details",
    staticData: {
      page: {
        title: "Gestion de la station",
        access: "record",
        parent: { to: "/tb-stations", label: "Retour : Mes stations" },
      },
    },
    validateSearch: openRowsSearch,
    loader: ({ context, params }) => prefetchStation(context.queryClient, params.id),
    component: lazyRouteComponent(() => import("./management/ManagementPage"), "ManagementPage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/gestion-stations",
    staticData: {
      page: {
        title: "Gestion des stations",
        access: ["DROIT_STATIONS_LECTURE"],
        menu: {
          label: "Gestion des stations",
          icon: IconSettings,
          summary: "Ajouter, modifier ou supprimer une station.",
          right: "DROIT_STATIONS_ECRITURE",
          gated: true,
        },
      },
    },
    validateSearch: openRowsSearch,
    loader: ({ context }) => prefetchStations(context.queryClient),
    component: lazyRouteComponent(() => import("./ManageStationsPage"), "ManageStationsPage"),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/gestion-stations/$id/details",
    staticData: {
      page: {
        title: "Configuration de la station",
        access: "record",
        parent: { to: "/gestion-stations", label: "Retour à la liste des stations" },
      },
    },
    loader: ({ context, params }) => prefetchStation(context.queryClient, params.id),
    component: lazyRouteComponent(
      () => import("./configuration/ConfigurationPage"),
      "ConfigurationPage",
    ),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/creation-station",
    staticData: {
      page: {
        title: "Configuration d'une nouvelle station",
        access: ["DROIT_STATIONS_ECRITURE"],
        parent: { to: "/gestion-stations", label: "Retour à la liste des stations" },
      },
    },
    component: lazyRouteComponent(() => import("./configuration/CreationPage"), "CreationPage"),
  }),
] as const;
