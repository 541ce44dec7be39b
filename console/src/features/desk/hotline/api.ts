import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "@/data/keys";
import { POLLED } from "@/data/refetching";
import type { CallAbout } from "@/entities/hotline/CallAbout";

export type Call = components["schemas"]["Call"];
export type CallCandidates = components["schemas"]["CallCandidates"];

/** Shortest text to search for: the code of a locker may have two characters. */
export const MIN_SEARCH = 2;

/** The people, lockers, stations and payments of an operator that a text may mean; ten of each at most. */
export const callSearchQuery = (operatorId: number, typed: string) =>
  queryOptions({
    queryKey: keys.callSearch(operatorId, typed),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/recit/exploitant/{id}", {
          ...byId(operatorId, { recherche: typed }),
          signal,
        }),
      ),
    enabled: typed.length >= MIN_SEARCH,
    placeholderData: keepPreviousData,
  });

/** What staff need during a call, kept up to date on screen. */
export const callQuery = (operatorId: number, { usager, casier }: CallAbout) =>
  queryOptions({
    queryKey: keys.call(operatorId, { usager, casier }),
    queryFn: ({ signal }) =>
      unwrap(
        usager === undefined
          ? client.GET("/api/admin/recit/exploitant/{id}/casier/{idCasier}", {
              params: { path: { id: operatorId, idCasier: casier ?? 0 } },
              signal,
            })
          : client.GET("/api/admin/recit/exploitant/{id}/usager/{idUtilisateur}", {
              params: { path: { id: operatorId, idUtilisateur: usager }, query: { casier } },
              signal,
            }),
      ),
    staleTime: 5_000,
    ...POLLED,
  });
