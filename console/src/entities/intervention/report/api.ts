import { client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { useWrite } from "@/data/useWrite";

type OpenedIntervention = {
  operatorId: number;
  body: components["schemas"]["InterventionInput"];
  /** The key of a write that may be sent again later. */
  key: string;
};

/** It may take its locker out of service. */
export const useOpenIntervention = () =>
  useWrite("lockerService", ({ operatorId, body, key }: OpenedIntervention) =>
    unwrap(
      client.POST("/api/admin/exploitant/{id}/interventions", {
        params: { path: { id: operatorId }, header: { "Idempotency-Key": key } },
        body,
      }),
    ),
  );
