import { useMutation } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { useInvalidateTariffs } from "../calls";
import type { TariffInput } from "../queries";

type PeriodInput = components["schemas"]["PeriodInput"];

export function useSaveTariff(id: number) {
  const invalidate = useInvalidateTariffs();
  return useMutation({
    mutationFn: (body: TariffInput) =>
      unwrap(
        client.PUT("/api/admin/tarif/{id}/modifier-informations-generales", {
          params: { path: { id } },
          body,
        }),
      ),
    onSuccess: invalidate,
  });
}

export function useAddPeriod(tariffId: number) {
  const invalidate = useInvalidateTariffs();
  return useMutation({
    mutationFn: (body: PeriodInput) =>
      unwrap(
        client.POST("/api/admin/tarif/{id}/ajouter-plage-horaire", {
          params: { path: { id: tariffId } },
          body,
        }),
      ),
    onSuccess: invalidate,
  });
}

export function useSavePeriod(id: number) {
  const invalidate = useInvalidateTariffs();
  return useMutation({
    mutationFn: (body: PeriodInput) =>
      unwrap(
        client.PUT("/api/admin/tarif-periode/{id}/modifier", { params: { path: { id } }, body }),
      ),
    onSuccess: invalidate,
  });
}

export function useDeletePeriod(id: number) {
  const invalidate = useInvalidateTariffs();
  return useMutation({
    mutationFn: () =>
      unwrap(
        client.DELETE("/api/admin/tarif-periode/{id}/supprimer", { params: { path: { id } } }),
      ),
    onSuccess: invalidate,
  });
}

/** The wire values of « Ajouter » and « Tout remplacer ». */
export const MODES = { add: 1, replace: 2 } as const;

export function useChangeBeneficiaries(tariffId: number) {
  const invalidate = useInvalidateTariffs();
  return useMutation({
    mutationFn: (body: { emails: string[]; mode: (typeof MODES)[keyof typeof MODES] }) =>
      unwrap(
        client.PUT("/api/admin/tarif/{id}/modifier-liste-usagers", {
          params: { path: { id: tariffId } },
          body,
        }),
      ),
    onSuccess: invalidate,
  });
}

export function useDeleteBeneficiary() {
  const invalidate = useInvalidateTariffs();
  return useMutation({
    mutationFn: (id: number) =>
      unwrap(client.DELETE("/api/admin/tarif/supprimer-usager/{id}", { params: { path: { id } } })),
    onSuccess: invalidate,
  });
}

/** Applies the tariff to these lockers of the station and to no other locker there. */
export function useApplyToLockers(tariffId: number, stationId: number) {
  const invalidate = useInvalidateTariffs();
  return useMutation({
    mutationFn: (idCasiers: number[]) =>
      unwrap(
        client.PUT("/api/admin/tarif/{id}/station/{stationId}/modifier-casiers", {
          params: { path: { id: tariffId, stationId } },
          body: { idCasiers },
        }),
      ),
    onSuccess: invalidate,
  });
}
