import { byId, client, unwrap } from "@/api/client";
import { useWrite } from "@/data/useWrite";
import type { NewTariff } from "../api";

export const useCreateTariff = (operatorId: number) =>
  useWrite("tariff", (body: NewTariff) =>
    unwrap(
      client.POST("/api/admin/exploitant/{id}/tarif/creation-tarif", {
        ...byId(operatorId),
        body,
      }),
    ),
  );
