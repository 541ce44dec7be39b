import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { chosenOperator } from "@/session/operator";
import type { AccountDetailSearch, AccountSearch } from "./search";

export type AccountDetails = components["schemas"]["AccountDetails"];
export type Stay = components["schemas"]["Stay"];
export type Subscription = components["schemas"]["Subscription"];

/** The operator on whose pages accounts are shown; undefined on the administrators' pages. */
export type Scope = number | undefined;

export const accountsQuery = (
  scope: Scope,
  { recherche, nom, prenom, email, role, exploitant, page = 1 }: AccountSearch,
  itemsPerPage?: number,
) => {
  const query = {
    search: recherche,
    nom,
    prenom,
    email,
    role,
    exploitant: scope ?? exploitant,
    page,
    itemsPerPage,
  };
  return queryOptions({
    queryKey: ["utilisateurs", query],
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/utilisateurs", { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
};

export const accountQuery = (id: number, scope: Scope) =>
  queryOptions({
    queryKey: ["utilisateur", id, scope],
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/utilisateur/{id}", {
          params: { path: { id }, query: { exploitant: scope } },
          signal,
        }),
      ),
  });

export const staysQuery = (id: number, scope: Scope, page: number) =>
  queryOptions({
    queryKey: ["utilisateur", id, scope, "utilisations", page],
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
    queryKey: ["utilisateur", id, scope, "abonnements", page],
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/utilisateur/{id}/abonnements", {
          params: { path: { id }, query: { exploitant: scope, page } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

type Variant = "administration" | "operator";

/** Returns the scope of a page; null while no operator is chosen, when there is nothing to load. */
const scopeOf = (variant: Variant): Scope | null =>
  variant === "administration" ? undefined : (chosenOperator()?.id ?? null);

/** Starts loading without delaying the page. */
export function prefetchAccounts(
  queryClient: QueryClient,
  variant: Variant,
  search: AccountSearch,
) {
  const scope = scopeOf(variant);
  if (scope !== null) void queryClient.prefetchQuery(accountsQuery(scope, search));
}

/** Starts loading one account without delaying its page. */
export function prefetchAccount(
  queryClient: QueryClient,
  variant: Variant,
  accountId: string,
  { pageUtilisations = 1, pageAbonnements = 1 }: AccountDetailSearch,
) {
  const scope = scopeOf(variant);
  const id = Number(accountId);
  if (scope === null) return;
  void queryClient.prefetchQuery(accountQuery(id, scope));
  void queryClient.prefetchQuery(staysQuery(id, scope, pageUtilisations));
  void queryClient.prefetchQuery(subscriptionsQuery(id, scope, pageAbonnements));
}
