import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { useWrite } from "@/data/useWrite";

type Closing = { id: number; body: components["schemas"]["InterventionEnd"] };

/** It may put the locker back into service. */
export const useResolveIntervention = () =>
  useWrite(
    "lockerService",
    ({ id, body }: Closing) =>
      unwrap(client.POST("/api/admin/intervention/{id}/resolution", { ...byId(id), body })),
    { evenRefused: true },
  );
