import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { useWrite } from "@/data/useWrite";

/** It may take its locker out of service. */
export const useOpenIntervention = (operatorId: number) =>
  useWrite("lockerService", (body: components["schemas"]["InterventionInput"]) =>
    unwrap(client.POST("/api/admin/exploitant/{id}/interventions", { ...byId(operatorId), body })),
  );
