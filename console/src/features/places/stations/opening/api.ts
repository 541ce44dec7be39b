import { byId, client, unwrap } from "@/api/client";
import { useWrite } from "@/data/useWrite";

export const useMakeFree = () =>
  useWrite("stay", ({ lockerId, stayId }: { lockerId: number; stayId: number }) =>
    unwrap(
      client.PATCH(
        "/api/admin/casier/{id}/occupation/switch-gratuit",
        byId(lockerId, { occupation: stayId }),
      ),
    ),
  );
