import { byId, client, unwrap } from "@/api/client";
import { useWrite } from "@/data/useWrite";

export const useEndStay = () =>
  useWrite("stay", (id: number) =>
    unwrap(client.PATCH("/api/admin/occupation/{id}/terminer", byId(id))),
  );
