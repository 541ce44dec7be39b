import { queryOptions } from "@tanstack/react-query";
import { atVersion, byId, client, ifMatch, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "@/data/keys";
import { useWrite, type Versioned } from "@/data/useWrite";
import type { TariffInput } from "../api";

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

type PeriodInput = components["schemas"]["PeriodInput"];

export const useSaveTariff = (id: number) =>
  useWrite("tariff", ({ body, version }: Versioned<TariffInput>) =>
    unwrap(
      client.PUT("/api/admin/tarif/{id}/modifier-informations-generales", {
        ...atVersion(id, version),
        body,
      }),
    ),
  );

export type TariffChanges = components["schemas"]["TariffChanges"];

/** Saves several parts of the tariff: all of them, or none. */
export const useSaveTariffParts = (id: number) =>
  useWrite("tariff", ({ body, version }: Versioned<TariffChanges>) =>
    unwrap(client.PUT("/api/admin/tarif/{id}/modifier", { ...atVersion(id, version), body })),
  );

export const useAddPeriod = (tariffId: number) =>
  useWrite("tariff", (body: PeriodInput) =>
    unwrap(client.POST("/api/admin/tarif/{id}/ajouter-plage-horaire", { ...byId(tariffId), body })),
  );

/** `version` is that of the tariff. */
export const useSavePeriod = (id: number) =>
  useWrite("tariff", ({ body, version }: Versioned<PeriodInput>) =>
    unwrap(
      client.PUT("/api/admin/tarif-periode/{id}/modifier", { ...atVersion(id, version), body }),
    ),
  );

export const useDeletePeriod = (id: number) =>
  useWrite("tariff", () =>
    unwrap(client.DELETE("/api/admin/tarif-periode/{id}/supprimer", byId(id))),
  );

/** The wire values of « Ajouter » and « Tout remplacer ». */
export const MODES = { add: 1, replace: 2 } as const;

type EmailsInput = { emails: string[]; mode: (typeof MODES)[keyof typeof MODES] };

/** `version` is that of the tariff. */
export const useChangeBeneficiaries = (tariffId: number) =>
  useWrite("tariff", ({ body, version }: Versioned<EmailsInput>) =>
    unwrap(
      client.PUT("/api/admin/tarif/{id}/modifier-liste-usagers", {
        ...atVersion(tariffId, version),
        body,
      }),
    ),
  );

export const useDeleteBeneficiary = () =>
  useWrite("tariff", (id: number) =>
    unwrap(client.DELETE("/api/admin/tarif/supprimer-usager/{id}", byId(id))),
  );

/** Applies the tariff to these lockers of the station and to no other locker there; `version` is that of the tariff. */
export const useApplyToLockers = (tariffId: number, stationId: number) =>
  useWrite("tariff", ({ body, version }: Versioned<components["schemas"]["LockerIDs"]>) =>
    unwrap(
      client.PUT("/api/admin/tarif/{id}/station/{stationId}/modifier-casiers", {
        params: { path: { id: tariffId, stationId }, header: ifMatch(version) },
        body,
      }),
    ),
  );
