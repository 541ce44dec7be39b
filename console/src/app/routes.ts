import { accountRoutes } from "@/features/accounts/routes";
import { auditRoutes } from "@/features/audit/routes";
import { callRoute } from "@/features/call/routes";
import { maintenanceRoutes } from "@/features/maintenance/routes";
import { operatorRoutes } from "@/features/operators/routes";
import { ownAccountRoutes } from "@/features/own-account/routes";
import { paymentRoutes } from "@/features/payments/routes";
import { playgroundRoutes } from "@/features/playground/routes";
import { reconciliationRoutes } from "@/features/reconciliation/routes";
import { securityRoutes } from "@/features/security/routes";
import { signOnRoutes } from "@/features/sign-on/routes";
import { statementRoutes } from "@/features/statements/routes";
import { stationRoutes } from "@/features/stations/routes";
import { statisticsRoutes } from "@/features/statistics/routes";
import { stayRoutes } from "@/features/stays/routes";
import { tariffRoutes } from "@/features/tariffs/routes";
import { worklistRoutes } from "@/features/worklist/routes";

/** The pages of the features behind the sign-in. */
export const featureRoutes = [
  ...worklistRoutes,
  ...stationRoutes,
  ...maintenanceRoutes,
  ...accountRoutes,
  ...operatorRoutes,
  ...paymentRoutes,
  ...reconciliationRoutes,
  ...stayRoutes,
  ...statisticsRoutes,
  ...tariffRoutes,
  callRoute,
  ...auditRoutes,
  ...securityRoutes,
  ...ownAccountRoutes,
  ...signOnRoutes,
  ...statementRoutes,
  ...playgroundRoutes,
] as const;
