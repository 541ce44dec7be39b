import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { components, paths } from "@/api/schema";
import { keys } from "./keys";
import type { Scope } from "./scope";

export type AccountDetails = components["schemas"]["AccountDetails"] & {
  /** The caller ranks above the account. */
  sessionsGerables?: boolean;
};
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
    queryFn: ({ signal }): Promise<AccountDetails> =>
      unwrap(
        client.GET("/api/admin/utilisateur/{id}", { ...byId(id, { exploitant: scope }), signal }),
      ),
  });

/** Reads the account as it is now, before it is deleted. */
export const readAccount = (queryClient: QueryClient, id: number, scope: Scope) =>
  queryClient.fetchQuery({ ...accountQuery(id, scope), staleTime: 0 });

/** The operators under which the caller may see the account. */
export const accountOperatorsQuery = (id: number) =>
  queryOptions({
    queryKey: keys.accountOperators(id),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/utilisateur/{id}/exploitants", { ...byId(id), signal })),
  });

export const accountStaysQuery = (id: number, scope: Scope, page: number) =>
  queryOptions({
    queryKey: keys.accountStays(id, scope, page),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/utilisateur/{id}/occupation/detail", {
          ...byId(id, { exploitant: scope, page }),
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
          ...byId(id, { exploitant: scope, page }),
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
