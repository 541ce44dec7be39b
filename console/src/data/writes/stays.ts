import { byId, client, unwrap } from "@/api/client";
import { useWrite } from "./useWrite";

export const useEndStay = () =>
  useWrite("stay", (id: number) =>
    unwrap(client.PATCH("/api/admin/occupation/{id}/terminer", byId(id))),
  );

export const useMakeFree = () =>
  useWrite("stay", ({ lockerId, stayId }: { lockerId: number; stayId: number }) =>
    unwrap(
      client.PATCH(
        "/api/admin/casier/{id}/occupation/switch-gratuit",
        byId(lockerId, { occupation: stayId }),
      ),
    ),
  );
