import { IconRepeat } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "@/kit/routing/lazyPage";
import { inShell } from "@/kit/routing/parents";
import { prefetchSubscriptions } from "./listQuery";
import { subscriptionSearch } from "./search";

export const subscriptionRoute = createRoute({
  path: "/abonnements",
  ...inShell({
    title: "Abonnements",
    access: ["DROIT_EVENEMENTS_LECTURE"],
    menu: {
      label: "Abonnements",
      icon: IconRepeat,
      gated: true,
    },
  }),
  validateSearch: subscriptionSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => prefetchSubscriptions(context.queryClient, deps),
  component: lazyPage(() => import("./SubscriptionsPage"), "SubscriptionsPage"),
});
