import { Button } from "@mantine/core";
import { IconUserSearch, IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { asApiError } from "@/api/errors";
import type { AccountDetails } from "@/data/accounts";
import type { Operator } from "@/data/operators";
import type { Scope } from "@/data/scope";
import { EmptyState } from "@/ui/EmptyState";
import { type Column, ExpandableTable } from "@/ui/ExpandableTable";
import { FilterChips } from "@/ui/FilterChips";
import { LoadError } from "@/ui/LoadError";
import { MissingPage } from "@/ui/MissingPage";
import { PageHeader } from "@/ui/PageHeader";
import { Pager } from "@/ui/Pager";
import { SearchBox } from "@/ui/SearchBox";
import { ListSkeleton } from "@/ui/Skeletons";
import { StatusChip } from "@/ui/StatusChip";
import { useDebouncedSearch } from "@/ui/useDebouncedSearch";
import { formatPhone } from "@/words/format";
import { ActiveChip } from "../ActiveChip";
import { accountListQuery } from "../listQuery";
import { type AccountSearch, MAX_TEXT } from "../search";
import { listedName, rolesInShort, UNCONFIRMED } from "../wording";
import { AccountFilters } from "./AccountFilters";
import { chipsOf } from "./filters";
import classes from "./list.module.css";
import { useAccountSearch } from "./useAccountSearch";

const PAGE_SIZE = 10;

const columnsOf = (scope: Scope): Column<AccountDetails>[] => [
  { key: "nom", header: "Utilisateur", render: listedName },
  { key: "email", header: "Email", render: ({ email }) => email || "–" },
  {
    key: "telephone",
    header: "Téléphone",
    render: ({ telephone }) => formatPhone(telephone) || "–",
  },
  { key: "roles", header: "Rôles", render: (account) => rolesInShort(account, scope) },
  {
    key: "actif",
    header: "État",
    render: (account) => (
      <span className={classes.states}>
        <ActiveChip account={account} />
        {account.nonConfirme && <StatusChip color="yellow" label={UNCONFIRMED} />}
      </span>
    ),
  },
];

export type AccountListProps = {
  subtitle: string;
  scope: Scope;
  /** The operators to filter by; undefined on the page of one operator. */
  operators?: readonly Operator[];
  /** Opens the page of one account, and keeps the list's state for the back arrow. */
  manage: (account: AccountDetails, search: AccountSearch) => ReactNode;
};

/** The accounts of one operator or of all, ten a page, with search and filters. */
export function AccountList({ subtitle, scope, operators, manage }: AccountListProps) {
  const { search, set } = useAccountSearch();
  const { text, type } = useDebouncedSearch(search.recherche ?? "", (query) =>
    set({ recherche: query || undefined }, { replace: true }),
  );
  const accounts = useQuery(accountListQuery(scope, search));
  const chips = chipsOf(scope === undefined ? search : { ...search, exploitant: undefined }, [
    ...(operators ?? []),
  ]);
  const columns = useMemo(() => columnsOf(scope), [scope]);
  const page = search.page ?? 1;
  const goTo = (to: number) => set({ page: to > 1 ? to : undefined });

  return (
    <>
      <PageHeader title="Liste des utilisateurs" subtitle={subtitle} />
      <search className={classes.tools}>
        <SearchBox
          label="Chercher par nom ou par email"
          value={text}
          onChange={type}
          maxLength={MAX_TEXT}
        />
        <AccountFilters search={search} onApply={set} operators={operators} />
        <FilterChips chips={chips} onRemove={(key) => set({ [key]: undefined })} />
      </search>
      {accounts.isLoadingError ? (
        <LoadError
          message={asApiError(accounts.error).message}
          requestId={asApiError(accounts.error).requestId}
          onRetry={() => void accounts.refetch()}
        />
      ) : !accounts.data ? (
        <ListSkeleton rows={PAGE_SIZE} />
      ) : (
        <div className={classes.results} aria-busy={accounts.isPlaceholderData}>
          {accounts.data.items.length > 0 ? (
            <ExpandableTable
              caption={`Liste des utilisateurs, ${subtitle}`}
              columns={columns}
              rows={accounts.data.items}
              rowKey={({ id }) => id}
              rowActions={(account) => manage(account, search)}
            />
          ) : accounts.data.total > 0 ? (
            <MissingPage
              icon={<IconUsers />}
              onLast={() => goTo(Math.ceil(accounts.data.total / PAGE_SIZE))}
            />
          ) : (
            <NoAccount
              narrowed={chips.length > 0 || search.recherche !== undefined}
              onWiden={() =>
                set({
                  recherche: undefined,
                  nom: undefined,
                  prenom: undefined,
                  email: undefined,
                  role: undefined,
                  exploitant: undefined,
                })
              }
            />
          )}
          {(accounts.data.items.length > 0 || accounts.data.total === 0) && (
            <Pager
              page={page}
              total={accounts.data.total}
              pageSize={PAGE_SIZE}
              label="Pages de la liste des utilisateurs"
              onChange={goTo}
            />
          )}
        </div>
      )}
    </>
  );
}

function NoAccount({ narrowed, onWiden }: { narrowed: boolean; onWiden: () => void }) {
  return narrowed ? (
    <EmptyState
      icon={<IconUserSearch />}
      title="Aucun utilisateur ne correspond à votre recherche."
      hint="Vérifiez l'orthographe, ou cherchez plus largement."
      action={
        <Button variant="default" onClick={onWiden}>
          Effacer la recherche et les filtres
        </Button>
      }
    />
  ) : (
    <EmptyState
      icon={<IconUsers />}
      title="Aucun utilisateur n'est présent."
      hint="Une personne apparaîtra ici dès sa première utilisation."
    />
  );
}
