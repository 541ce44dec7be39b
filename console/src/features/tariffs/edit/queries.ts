import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import type { TariffInput } from "../queries";

export type Period = components["schemas"]["Period"];
export type Beneficiary = components["schemas"]["Beneficiary"];
export type TariffStation = components["schemas"]["TariffStation"];
export type LockerChoice = components["schemas"]["LockerChoice"];
export type Comparison = components["schemas"]["Comparison"];

export const periodsQuery = (id: number) =>
  queryOptions({
    queryKey: ["tarif", id, "plages"],
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
    queryKey: ["tarif", id, "usagers"],
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
    queryKey: ["tarif", id, "stations"],
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/tarif/{id}/stations", { params: { path: { id } }, signal })),
  });

export const lockerChoicesQuery = (id: number, stationId: number) =>
  queryOptions({
    queryKey: ["tarif", id, "stations", stationId],
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/tarif/{id}/station/{stationId}/casiers-pour-tarif", {
          params: { path: { id, stationId } },
          signal,
        }),
      ),
    select: ({ casiers }) => casiers,
  });

/**
 * What the last stays would have cost with these values; the previous answer stays while the next one loads.
 */
export const comparisonQuery = (id: number, draft: TariffInput | undefined) =>
  queryOptions({
    queryKey: ["tarif", id, "comparaison", draft],
    queryFn: ({ signal }) =>
      unwrap(
        client.POST("/api/admin/tarif/{id}/comparaison", {
          params: { path: { id } },
          body: draft ?? {},
          signal,
        }),
      ),
    enabled: draft !== undefined,
    placeholderData: keepPreviousData,
  });
