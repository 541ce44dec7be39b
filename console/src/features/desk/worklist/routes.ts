import { IconChecklist } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { inShell } from "@/kit/routing/parents";
import { prefetchWorklist } from "./api";
import { askedOf, worklistSearch } from "./search";

/** The application gives it its component, which opens lines of other features. */
export const worklistRoute = createRoute({
  path: "/a-traiter",
  ...inShell({
    title: "À traiter",
    access: ["DROIT_EVENEMENTS_LECTURE"],
    menu: {
      label: "À traiter",
      icon: IconChecklist,
      gated: true,
      counted: true,
    },
  }),
  validateSearch: worklistSearch,
  loaderDeps: ({ search }) => askedOf(search),
  loader: ({ context, deps }) => prefetchWorklist(context.queryClient, deps),
});
