import { auditRoutes } from "@/features/desk/audit/routes";
import { callRoute } from "@/features/desk/hotline/routes";
import { statisticsRoutes } from "@/features/desk/statistics/routes";
import { worklistRoute } from "@/features/desk/worklist/routes";
import { webhookRoutes } from "@/features/machines/webhooks/routes";
import { attestationRoutes } from "@/features/money/attestation/routes";
import { debtRoutes } from "@/features/money/debts/routes";
import { paymentRoutes } from "@/features/money/payments/routes";
import { reconciliationRoutes } from "@/features/money/reconciliation/routes";
import { statementRoutes } from "@/features/money/statements/routes";
import { accountRoutes } from "@/features/people/accounts/routes";
import { ownAccountRoutes } from "@/features/people/own-account/routes";
import { securityRoutes } from "@/features/people/security/routes";
import { signOnRoutes } from "@/features/people/sign-on/routes";
import { availabilityRoutes } from "@/features/places/availability/routes";
import { interventionRoute } from "@/features/places/interventions/routes";
import { maintenanceRoutes } from "@/features/places/maintenance/routes";
import { operatorRoutes } from "@/features/places/operators/routes";
import { stationRoutes } from "@/features/places/stations/routes";
import { tariffRoutes } from "@/features/prices/routes";
import { leftBikeRoute } from "@/features/stays/leftbikes/routes";
import { stayRoutes } from "@/features/stays/routes";
import { subscriptionRoute } from "@/features/stays/subscriptions/routes";
import { waitRoute } from "@/features/stays/waiting/routes";
import { playgroundRoutes } from "./pages/playground/routes";

/** The pages of the features behind the sign-in. */
export const featureRoutes = [
  worklistRoute,
  ...stationRoutes,
  interventionRoute,
  ...maintenanceRoutes,
  ...accountRoutes,
  ...operatorRoutes,
  ...webhookRoutes,
  ...attestationRoutes,
  ...paymentRoutes,
  ...reconciliationRoutes,
  ...stayRoutes,
  subscriptionRoute,
  waitRoute,
  leftBikeRoute,
  ...statisticsRoutes,
  ...tariffRoutes,
  callRoute,
  ...auditRoutes,
  ...securityRoutes,
  ...ownAccountRoutes,
  ...signOnRoutes,
  ...debtRoutes,
  ...statementRoutes,
  ...availabilityRoutes,
  ...playgroundRoutes,
] as const;
