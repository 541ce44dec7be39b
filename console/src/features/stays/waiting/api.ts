import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { useWrite } from "@/data/useWrite";
import type { ExportFile } from "@/kit/export/fetchExport";

type WaitInput = components["schemas"]["WaitInput"];
type RankInput = components["schemas"]["RankInput"];

export const useAddWait = (operatorId: number) =>
  useWrite("waiting", (body: WaitInput) =>
    unwrap(client.POST("/api/admin/exploitant/{id}/attentes", { ...byId(operatorId), body })),
  );

export const useMoveWait = (id: number) =>
  useWrite(
    "waiting",
    (body: RankInput) =>
      unwrap(client.PATCH("/api/admin/attente/{id}/rang", { ...byId(id), body })),
    { evenRefused: true },
  );

export const useRemoveWait = (id: number) =>
  useWrite("waiting", () => unwrap(client.DELETE("/api/admin/attente/{id}", byId(id))), {
    evenRefused: true,
  });

/** Those who wait, counted by commune, station and tariff. */
export const demandFile = (operatorId: number): ExportFile => ({
  name: "demande",
  row: "station",
  stream: (format, as) =>
    unwrap(
      client.GET(`/api/admin/exploitant/{id}/attentes/demande.${format}`, {
        ...byId(operatorId),
        ...as,
      }),
    ),
});
