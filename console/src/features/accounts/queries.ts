import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { chosenOperator } from "@/auth/operator";
import type { UserDetailSearch, UserSearch } from "./search";

export type User = components["schemas"]["UserDetails"];
export type Stay = components["schemas"]["Use"];
export type Subscription = components["schemas"]["Subscription"];

/** The operator on whose pages accounts are shown; undefined on the administrators' pages. */
export type Scope = number | undefined;

export const usersQuery = (
  scope: Scope,
  { recherche, nom, prenom, email, role, exploitant, page = 1 }: UserSearch,
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

export const userQuery = (id: number, scope: Scope) =>
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

export const userSubscriptionsQuery = (id: number, scope: Scope, page: number) =>
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
export function prefetchUsers(queryClient: QueryClient, variant: Variant, search: UserSearch) {
  const scope = scopeOf(variant);
  if (scope !== null) void queryClient.prefetchQuery(usersQuery(scope, search));
}

/** Starts loading one account without delaying its page. */
export function prefetchUser(
  queryClient: QueryClient,
  variant: Variant,
  userId: string,
  { pageUtilisations = 1, pageAbonnements = 1 }: UserDetailSearch,
) {
  const scope = scopeOf(variant);
  const id = Number(userId);
  if (scope === null) return;
  void queryClient.prefetchQuery(userQuery(id, scope));
  void queryClient.prefetchQuery(staysQuery(id, scope, pageUtilisations));
  void queryClient.prefetchQuery(userSubscriptionsQuery(id, scope, pageAbonnements));
}
