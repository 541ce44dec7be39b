import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { components, paths } from "@/api/schema";
import { keys } from "./keys";
import type { Scope } from "./scope";
import { useDownload, useWrite } from "./write";

export type AccountDetails = components["schemas"]["AccountDetails"];
export type AccountStay = components["schemas"]["Stay"];
export type Subscription = components["schemas"]["Subscription"];
type AccountQuery = NonNullable<paths["/api/admin/utilisateurs"]["get"]["parameters"]["query"]>;

/** The roles that administrators give and take; « Utilisateur » comes with the first stay or subscription. */
export const STAFF_ROLES = ["Gestionnaire", "Hotline", "Mainteneur"] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

export type StaffPost = { exploitant: number; role: StaffRole };

export const accountsQuery = (query: AccountQuery) =>
  queryOptions({
    queryKey: keys.accounts(query),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/utilisateurs", { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

export const accountQuery = (id: number, scope: Scope) =>
  queryOptions({
    queryKey: keys.accountDetails(id, scope),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/utilisateur/{id}", {
          params: { path: { id }, query: { exploitant: scope } },
          signal,
        }),
      ),
  });

export const accountStaysQuery = (id: number, scope: Scope, page: number) =>
  queryOptions({
    queryKey: keys.accountStays(id, scope, page),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/utilisateur/{id}/occupation/detail", {
          params: { path: { id }, query: { exploitant: scope, page } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const subscriptionsQuery = (id: number, scope: Scope, page: number) =>
  queryOptions({
    queryKey: keys.accountSubscriptions(id, scope, page),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/utilisateur/{id}/abonnements", {
          params: { path: { id }, query: { exploitant: scope, page } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

const path = (id: number) => ({ path: { id } });

export const useSwitchAccount = (id: number) =>
  useWrite({
    touches: "account",
    send: () =>
      unwrap(client.PATCH("/api/admin/utilisateur/{id}/switch-actif", { params: path(id) })),
  });

export const useAnonymiseAccount = (id: number) =>
  useWrite({
    touches: "account",
    send: () => unwrap(client.POST("/api/admin/utilisateur/{id}/anonymiser", { params: path(id) })),
  });

export const useGrantRole = (id: number) =>
  useWrite({
    touches: "account",
    send: (body: StaffPost) =>
      unwrap(client.POST("/api/admin/utilisateur/{id}/role", { params: path(id), body })),
  });

export const useTakeRole = (id: number) =>
  useWrite({
    touches: "account",
    send: (query: StaffPost) =>
      unwrap(client.DELETE("/api/admin/utilisateur/{id}/role", { params: { ...path(id), query } })),
  });

/** Returns whether the account was deleted (201); the caller then leaves its page and forgets it. */
export const useDeleteAccount = (id: number, scope: Scope) =>
  useWrite({
    touches: "account",
    send: async () => {
      const call = client.POST("/api/admin/utilisateur/{id}/supprimer", {
        params: { ...path(id), query: { exploitant: scope } },
      });
      await unwrap(call);
      return (await call).response.status === 201;
    },
    forgets: () => keys.account(id),
  });

/** Removes what was loaded about a deleted account, once no page shows it. */
export const forgetAccount = (queryClient: QueryClient, id: number) =>
  queryClient.removeQueries({ queryKey: keys.account(id) });

/** Loads all data held about the account, as a JSON file. */
export const useExportAccount = (id: number) =>
  useDownload(() =>
    unwrap(client.GET("/api/admin/utilisateur/{id}/export", { params: path(id), parseAs: "blob" })),
  );
