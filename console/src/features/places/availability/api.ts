import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "@/data/keys";
import { useDownload, useWrite } from "@/data/useWrite";

export type Availability = components["schemas"]["Availability"];
export type AvailabilityStation = components["schemas"]["AvailabilityStation"];
export type AvailabilityLocker = components["schemas"]["AvailabilityLocker"];
export type MonthSpan = components["schemas"]["MonthSpan"];
export type Contract = components["schemas"]["Contract"];
export type ContractInput = components["schemas"]["ContractInput"];
export type RulingInput = components["schemas"]["RulingInput"];

const ofMonth = (id: number, mois: string) => ({ params: { path: { id, mois } } });

/** The availability of an operator in a month, « 2026-10 ». */
export const availabilityQuery = (operatorId: number, month: string) =>
  queryOptions({
    queryKey: keys.availability(operatorId, month),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/exploitant/{id}/disponibilite/{mois}", {
          ...ofMonth(operatorId, month),
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** The lockers of a station in a month. */
export const lockersOfMonthQuery = (operatorId: number, month: string, idStation: number) =>
  queryOptions({
    queryKey: keys.availabilityOf(operatorId, month, idStation),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/exploitant/{id}/disponibilite/{mois}", {
          params: { path: { id: operatorId, mois: month }, query: { idStation } },
          signal,
        }),
      ),
    select: ({ casiers }: Availability) => casiers,
  });

/** When the lockers of a station could not be used in a month. */
export const spansQuery = (operatorId: number, month: string, idStation: number) =>
  queryOptions({
    queryKey: keys.spans(operatorId, month, idStation),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/exploitant/{id}/disponibilite/{mois}/intervalles", {
          params: { path: { id: operatorId, mois: month }, query: { idStation } },
          signal,
        }),
      ),
    select: ({ items }) => items,
  });

export const contractsQuery = (operatorId: number) =>
  queryOptions({
    queryKey: keys.contracts(operatorId),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/exploitant/{id}/engagements-disponibilite", {
          ...byId(operatorId),
          signal,
        }),
      ),
    select: ({ items }) => items,
  });

export const useAddContract = (operatorId: number) =>
  useWrite("availability", (body: ContractInput) =>
    unwrap(
      client.POST("/api/admin/exploitant/{id}/engagements-disponibilite", {
        ...byId(operatorId),
        body,
      }),
    ),
  );

export const useRule = (id: number) =>
  useWrite("availability", (body: RulingInput) =>
    unwrap(client.PATCH("/api/admin/intervalle/{id}", { ...byId(id), body })),
  );

/** Loads the month, a line for each locker. */
export const useAvailabilityCSV = (operatorId: number, month: string) =>
  useDownload(() =>
    unwrap(
      client.GET("/api/admin/exploitant/{id}/disponibilite/{mois}.csv", {
        ...ofMonth(operatorId, month),
        parseAs: "blob",
      }),
    ),
  );

export const useAvailabilityPDF = (operatorId: number, month: string) =>
  useDownload(() =>
    unwrap(
      client.GET("/api/admin/exploitant/{id}/disponibilite/{mois}.pdf", {
        ...ofMonth(operatorId, month),
        parseAs: "blob",
      }),
    ),
  );
