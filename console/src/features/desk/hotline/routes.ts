import { IconPhoneCall } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { inShell } from "@/kit/routing/parents";
import { callSearch } from "./callSearch";

/** The application gives it its component, which shows dialogs of other features. */
export const callRoute = createRoute({
  path: "/recit",
  ...inShell({
    title: "Récit d'appel",
    access: ["DROIT_EVENEMENTS_LECTURE"],
    menu: {
      label: "Récit d'appel",
      icon: IconPhoneCall,
      gated: true,
    },
  }),
  validateSearch: callSearch,
});
