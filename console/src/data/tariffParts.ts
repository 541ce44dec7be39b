import { queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "./keys";

export type Period = components["schemas"]["Period"];
export type Beneficiary = components["schemas"]["Beneficiary"];
export type TariffStation = components["schemas"]["TariffStation"];
export type LockerChoice = components["schemas"]["LockerChoice"];

export const periodsQuery = (id: number) =>
  queryOptions({
    queryKey: keys.periods(id),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/tarif/{id}/periodes-pour-tarif", { ...byId(id), signal })),
  });

export const beneficiariesQuery = (id: number) =>
  queryOptions({
    queryKey: keys.beneficiaries(id),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/tarif/{id}/beneficiaires-pour-tarif", { ...byId(id), signal })),
  });

export const tariffStationsQuery = (id: number) =>
  queryOptions({
    queryKey: keys.tariffStations(id),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/tarif/{id}/stations", { ...byId(id), signal })),
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

export type TariffWeek = components["schemas"]["TariffWeek"];
export type LockersWeek = components["schemas"]["LockersWeek"];

/** Whose tariffs a week shows, and which week: one that contains the day, as AAAA-MM-JJ. */
export interface WeekOf {
  semaine?: string;
  email?: string;
  abonnement?: number;
}

/** Which tariff a stay gets at a station, by the day and hour of its start. */
export const tariffWeekQuery = (stationId: number, of: WeekOf) =>
  queryOptions({
    queryKey: keys.tariffWeek(stationId, of),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/station/{id}/calendrier-tarifs", { ...byId(stationId, of), signal }),
      ),
    // Unlike the station itself it does not change by itself.
    staleTime: 60_000,
  });
