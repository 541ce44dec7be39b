import type { QueryClient } from "@tanstack/react-query";
import { type Scope, scopeOf, type Variant } from "@/data/scope";
import { accountQuery, accountStaysQuery, accountsQuery, subscriptionsQuery } from "./api";
import type { AccountDetailSearch, AccountSearch } from "./search";

export const accountListQuery = (
  scope: Scope,
  { recherche, nom, prenom, email, role, exploitant, page = 1 }: AccountSearch,
  itemsPerPage?: number,
) =>
  accountsQuery({
    search: recherche,
    nom,
    prenom,
    email,
    role,
    exploitant: scope ?? exploitant,
    page,
    itemsPerPage,
  });

/** Starts loading without delaying the page. */
export function prefetchAccounts(
  queryClient: QueryClient,
  variant: Variant,
  search: AccountSearch,
): void {
  const scope = scopeOf(variant);
  if (scope !== null) void queryClient.prefetchQuery(accountListQuery(scope, search));
}

/** Starts loading one account without delaying its page. */
export function prefetchAccount(
  queryClient: QueryClient,
  variant: Variant,
  accountId: string,
  { pageUtilisations = 1, pageAbonnements = 1 }: AccountDetailSearch,
): void {
  const scope = scopeOf(variant);
  const id = Number(accountId);
  if (scope === null) return;
  void queryClient.prefetchQuery(accountQuery(id, scope));
  void queryClient.prefetchQuery(accountStaysQuery(id, scope, pageUtilisations));
  void queryClient.prefetchQuery(subscriptionsQuery(id, scope, pageAbonnements));
}
