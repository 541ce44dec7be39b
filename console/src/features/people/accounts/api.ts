import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { paths } from "@/api/schema";
import { keys } from "@/data/keys";
import type { Scope } from "@/data/scope";
import type { AccountDetails } from "@/entities/account/api";

type AccountQuery = NonNullable<paths["/api/admin/utilisateurs"]["get"]["parameters"]["query"]>;

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
