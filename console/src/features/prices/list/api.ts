import { byId, client, unwrap } from "@/api/client";
import { keys } from "@/data/keys";
import { useWrite } from "@/data/useWrite";

export const useCopyTariff = () =>
  useWrite("tariff", (id: number) =>
    unwrap(client.POST("/api/admin/tarif/{id}/dupliquer", byId(id))),
  );

export const useDeleteTariff = () =>
  useWrite(
    "tariff",
    (id: number) => unwrap(client.DELETE("/api/admin/tarif/{id}/supprimer", byId(id))),
    { forgets: (id) => keys.tariff(id) },
  );
