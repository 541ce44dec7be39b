import { queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "@/data/keys";
import { POLLED } from "@/data/refetching";
import { useWrite } from "@/data/useWrite";

export type InterventionRecord = components["schemas"]["InterventionRecord"];
export type InterventionLine = components["schemas"]["InterventionLine"];

type Schemas = components["schemas"];

/** An intervention with all that happened. */
export const interventionQuery = (id: number) =>
  queryOptions({
    queryKey: keys.intervention(id),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/intervention/{id}", { ...byId(id), signal })),
    ...POLLED,
  });

const EVEN_REFUSED = { evenRefused: true } as const;

export const useTakeIntervention = (id: number) =>
  useWrite(
    "intervention",
    () => unwrap(client.POST("/api/admin/intervention/{id}/prise-en-charge", byId(id))),
    EVEN_REFUSED,
  );

/** What is absent stays as it is. A later due day may move the expected return of the locker. */
export const useChangeIntervention = (id: number) =>
  useWrite(
    "lockerService",
    (body: Schemas["InterventionChange"]) =>
      unwrap(client.PATCH("/api/admin/intervention/{id}", { ...byId(id), body })),
    EVEN_REFUSED,
  );

export const useCommentIntervention = (id: number) =>
  useWrite("intervention", (body: Schemas["InterventionNote"]) =>
    unwrap(client.POST("/api/admin/intervention/{id}/commentaire", { ...byId(id), body })),
  );

export const useReopenIntervention = (id: number) =>
  useWrite(
    "intervention",
    (body: Schemas["InterventionReason"]) =>
      unwrap(client.POST("/api/admin/intervention/{id}/reouverture", { ...byId(id), body })),
    EVEN_REFUSED,
  );
