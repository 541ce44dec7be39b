import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { useWrite } from "@/data/useWrite";

/** `end` is the true end, where it is not now. */
type EndedStay = { id: number; end: components["schemas"]["StayEnd"] | undefined };

export const useEndStay = () =>
  useWrite("stay", ({ id, end }: EndedStay) =>
    unwrap(client.PATCH("/api/admin/occupation/{id}/terminer", { ...byId(id), body: end })),
  );
