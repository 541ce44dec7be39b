import { useMutation, useQueryClient } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";

export type NewTariff = components["schemas"]["NewTariff"];

/**
 * Invalidates the queries that a change of a tariff makes stale: the tariff, the list, and stations whose
 * lockers have it.
 */
export function useInvalidateTariffs() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      ["tarif", "tarifs", "station", "journal"].map((subject) =>
        queryClient.invalidateQueries({ queryKey: [subject] }),
      ),
    );
}

export function useCreateTariff(operatorId: number) {
  const invalidate = useInvalidateTariffs();
  return useMutation({
    mutationFn: (body: NewTariff) =>
      unwrap(
        client.POST("/api/admin/exploitant/{id}/tarif/creation-tarif", {
          params: { path: { id: operatorId } },
          body,
        }),
      ),
    onSuccess: invalidate,
  });
}

export function useCopyTariff() {
  const invalidate = useInvalidateTariffs();
  return useMutation({
    mutationFn: (id: number) =>
      unwrap(client.POST("/api/admin/tarif/{id}/dupliquer", { params: { path: { id } } })),
    onSuccess: invalidate,
  });
}

export function useDeleteTariff() {
  const invalidate = useInvalidateTariffs();
  return useMutation({
    mutationFn: (id: number) =>
      unwrap(client.DELETE("/api/admin/tarif/{id}/supprimer", { params: { path: { id } } })),
    onSuccess: invalidate,
  });
}
