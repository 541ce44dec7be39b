import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";

export type FieldKey = components["schemas"]["FieldKey"];

export const keysQuery = (operatorId: number) =>
  queryOptions({
    queryKey: ["cles", operatorId],
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/exploitant/{id}/cles", {
          params: { path: { id: operatorId } },
          signal,
        }),
      ),
  });

export function useCreateKey(operatorId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (libelle: string) =>
      unwrap(
        client.POST("/api/admin/exploitant/{id}/cle", {
          params: { path: { id: operatorId } },
          body: { libelle },
        }),
      ),
    // Forgets the key as soon as its dialog closes.
    gcTime: 0,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["cles", operatorId] }),
  });
}

export function useRevokeKey(operatorId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) =>
      unwrap(client.DELETE("/api/admin/cle/{id}", { params: { path: { id } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["cles", operatorId] }),
  });
}
