import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { chosenOperator } from "@/session/operator";
import { keys } from "./keys";
import { useWrite } from "./write";

export type Tariff = components["schemas"]["Tariff"];
export type NewTariff = components["schemas"]["NewTariff"];
export type TariffInput = components["schemas"]["TariffInput"];
export type TariffWithLists = components["schemas"]["TariffWithLists"];
export type Period = components["schemas"]["Period"];
type PeriodInput = components["schemas"]["PeriodInput"];
export type Beneficiary = components["schemas"]["Beneficiary"];
export type TariffStation = components["schemas"]["TariffStation"];
export type LockerChoice = components["schemas"]["LockerChoice"];

export const tariffsQuery = (operatorId: number) =>
  queryOptions({
    queryKey: keys.tariffs(operatorId),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/tarif/tarif-pour-exploitant", {
          params: { query: { exploitant: operatorId } },
          signal,
        }),
      ),
  });

export const tariffQuery = (id: number) =>
  queryOptions({
    queryKey: keys.tariff(id),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/tarif/{id}/infos-generales-tarif", {
          params: { path: { id } },
          signal,
        }),
      ),
  });

export const periodsQuery = (id: number) =>
  queryOptions({
    queryKey: keys.periods(id),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/tarif/{id}/periodes-pour-tarif", {
          params: { path: { id } },
          signal,
        }),
      ),
  });

export const beneficiariesQuery = (id: number) =>
  queryOptions({
    queryKey: keys.beneficiaries(id),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/tarif/{id}/beneficiaires-pour-tarif", {
          params: { path: { id } },
          signal,
        }),
      ),
  });

export const tariffStationsQuery = (id: number) =>
  queryOptions({
    queryKey: keys.tariffStations(id),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/tarif/{id}/stations", { params: { path: { id } }, signal })),
  });

export const lockerChoicesQuery = (id: number, stationId: number) =>
  queryOptions({
    queryKey: keys.lockerChoices(id, stationId),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/tarif/{id}/station/{stationId}/casiers-pour-tarif", {
          params: { path: { id, stationId } },
          signal,
        }),
      ),
    select: ({ casiers }) => casiers,
  });

/** Starts loading without delaying the page, which shows its skeleton meanwhile. */
export function prefetchTariffs(queryClient: QueryClient): void {
  const operator = chosenOperator();
  if (operator) void queryClient.prefetchQuery(tariffsQuery(operator.id));
}

export function prefetchTariff(queryClient: QueryClient, id: string): void {
  void queryClient.prefetchQuery(tariffQuery(Number(id)));
}

export const useCreateTariff = (operatorId: number) =>
  useWrite({
    touches: "tariff",
    send: (body: NewTariff) =>
      unwrap(
        client.POST("/api/admin/exploitant/{id}/tarif/creation-tarif", {
          params: { path: { id: operatorId } },
          body,
        }),
      ),
  });

export const useCopyTariff = () =>
  useWrite({
    touches: "tariff",
    send: (id: number) =>
      unwrap(client.POST("/api/admin/tarif/{id}/dupliquer", { params: { path: { id } } })),
  });

export const useSaveTariff = (id: number) =>
  useWrite({
    touches: "tariff",
    send: (body: TariffInput) =>
      unwrap(
        client.PUT("/api/admin/tarif/{id}/modifier-informations-generales", {
          params: { path: { id } },
          body,
        }),
      ),
  });

export const useDeleteTariff = () =>
  useWrite({
    touches: "tariff",
    send: (id: number) =>
      unwrap(client.DELETE("/api/admin/tarif/{id}/supprimer", { params: { path: { id } } })),
    forgets: (id) => keys.tariff(id),
  });

export const useAddPeriod = (tariffId: number) =>
  useWrite({
    touches: "tariff",
    send: (body: PeriodInput) =>
      unwrap(
        client.POST("/api/admin/tarif/{id}/ajouter-plage-horaire", {
          params: { path: { id: tariffId } },
          body,
        }),
      ),
  });

export const useSavePeriod = (id: number) =>
  useWrite({
    touches: "tariff",
    send: (body: PeriodInput) =>
      unwrap(
        client.PUT("/api/admin/tarif-periode/{id}/modifier", { params: { path: { id } }, body }),
      ),
  });

export const useDeletePeriod = (id: number) =>
  useWrite({
    touches: "tariff",
    send: () =>
      unwrap(
        client.DELETE("/api/admin/tarif-periode/{id}/supprimer", { params: { path: { id } } }),
      ),
  });

/** The wire values of « Ajouter » and « Tout remplacer ». */
export const MODES = { add: 1, replace: 2 } as const;

export const useChangeBeneficiaries = (tariffId: number) =>
  useWrite({
    touches: "tariff",
    send: (body: { emails: string[]; mode: (typeof MODES)[keyof typeof MODES] }) =>
      unwrap(
        client.PUT("/api/admin/tarif/{id}/modifier-liste-usagers", {
          params: { path: { id: tariffId } },
          body,
        }),
      ),
  });

export const useDeleteBeneficiary = () =>
  useWrite({
    touches: "tariff",
    send: (id: number) =>
      unwrap(client.DELETE("/api/admin/tarif/supprimer-usager/{id}", { params: { path: { id } } })),
  });

/** Applies the tariff to these lockers of the station and to no other locker there. */
export const useApplyToLockers = (tariffId: number, stationId: number) =>
  useWrite({
    touches: "tariff",
    send: (idCasiers: number[]) =>
      unwrap(
        client.PUT("/api/admin/tarif/{id}/station/{stationId}/modifier-casiers", {
          params: { path: { id: tariffId, stationId } },
          body: { idCasiers },
        }),
      ),
  });
