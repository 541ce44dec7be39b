import { queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "./keys";
import { useWrite } from "./write";

export type FieldKey = components["schemas"]["FieldKey"];

export const fieldKeysQuery = (operatorId: number) =>
  queryOptions({
    queryKey: keys.fieldKeys(operatorId),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/exploitant/{id}/cles", {
          params: { path: { id: operatorId } },
          signal,
        }),
      ),
  });

export const useCreateKey = (operatorId: number) =>
  useWrite({
    touches: "fieldKey",
    send: (libelle: string) =>
      unwrap(
        client.POST("/api/admin/exploitant/{id}/cle", {
          params: { path: { id: operatorId } },
          body: { libelle },
        }),
      ),
    // Forgets the key as soon as its dialog closes.
    gcTime: 0,
  });

export const useRevokeKey = () =>
  useWrite({
    touches: "fieldKey",
    send: (id: number) =>
      unwrap(client.DELETE("/api/admin/cle/{id}", { params: { path: { id } } })),
  });
