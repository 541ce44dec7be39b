import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "@/data/keys";
import { useWrite } from "@/data/useWrite";
import type { ExportFile } from "@/kit/export/fetchExport";

type WaitInput = components["schemas"]["WaitInput"];
type RankInput = components["schemas"]["RankInput"];

/** The first people of an operator whose names or e-mails hold the words. */
export const peopleQuery = (operatorId: number, words: string) => {
  const query = { exploitant: operatorId, search: words, itemsPerPage: 10, page: 1 };
  return queryOptions({
    queryKey: keys.accounts(query),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/utilisateurs", { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
};

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
