import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "@/kit/routing/lazyPage";
import { inShell } from "@/kit/routing/parents";

export const attestationRoutes = [
  createRoute({
    path: "/attestation",
    ...inShell({
      title: "Attestation de conformité",
      access: ["DROIT_TARIFS_ECRITURE"], // which managers and administrators alone hold
      parent: { to: "/mon-equipe", label: "Retour à l'équipe" },
    }),
    component: lazyPage(() => import("./AttestationPage"), "AttestationPage"),
  }),
] as const;
