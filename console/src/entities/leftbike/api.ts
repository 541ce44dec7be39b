import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { components, paths } from "@/api/schema";
import { keys } from "@/data/keys";
import { useWrite } from "@/data/useWrite";

export type LeftBike = components["schemas"]["LeftBike"];
export type LeftBikeInput = components["schemas"]["LeftBikeInput"];

type LeftBikeQuery = NonNullable<
  paths["/api/admin/exploitant/{id}/velos-laisses"]["get"]["parameters"]["query"]
>;

/** A page of the files of an operator, the newest first. */
export const leftBikesQuery = (operatorId: number, query: LeftBikeQuery) =>
  queryOptions({
    queryKey: keys.leftBikes(operatorId, query),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/exploitant/{id}/velos-laisses", {
          ...byId(operatorId, query),
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const useOpenLeftBike = (operatorId: number) =>
  useWrite(
    "leftBike",
    (body: LeftBikeInput) =>
      unwrap(
        client.POST("/api/admin/exploitant/{id}/velos-laisses", { ...byId(operatorId), body }),
      ),
    { evenRefused: true },
  );
