import { Group } from "@mantine/core";
import { IconUserSearch, IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import type { Scope } from "@/data/scope";
import { ActiveChip } from "@/entities/account/ActiveChip";
import type { AccountDetails } from "@/entities/account/api";
import type { Operator } from "@/entities/operator/api";
import { formatPhone } from "@/format";
import { ListPage } from "@/kit/lists/ListPage";
import { useListSearch } from "@/kit/lists/useListSearch";
import { StatusChip } from "@/ui/feedback/StatusChip";
import type { Column } from "@/ui/table/Table";
import { accountListQuery } from "../listQuery";
import { type AccountSearch, accountSearch, MAX_TEXT } from "../search";
import { listedName, rolesInShort, UNCONFIRMED } from "../wording";
import { AccountFilters } from "./AccountFilters";
import { chipsOf, NO_FILTERS, toSearch } from "./filters";

export const TITLE = "Liste des utilisateurs";

const WORDS = {
  pages: "Pages de la liste des utilisateurs",
  empty: {
    title: "Aucun utilisateur n'est présent.",
    hint: "Une personne apparaîtra ici dès sa première utilisation.",
  },
  noMatch: {
    icon: <IconUserSearch />,
    title: "Aucun utilisateur ne correspond à votre recherche.",
    hint: "Vérifiez l'orthographe, ou cherchez plus largement.",
    widen: "Effacer la recherche et les filtres",
  },
};

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
      <Group component="span" display="inline-flex" gap={4}>
        <ActiveChip account={account} />
        {account.nonConfirme && <StatusChip color="yellow" label={UNCONFIRMED} />}
      </Group>
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

/** The accounts of one operator or of all. */
export function AccountList({ subtitle, scope, operators, manage }: AccountListProps) {
  const list = useListSearch(accountSearch);
  const { search, narrow } = list;
  return (
    <ListPage
      title={TITLE}
      subtitle={subtitle}
      icon={<IconUsers />}
      words={WORDS}
      list={list}
      query={useQuery(accountListQuery(scope, search))}
      columns={useMemo(() => columnsOf(scope), [scope])}
      rowActions={(account) => manage(account, search)}
      searchBox={{ label: "Chercher par nom ou par email", maxLength: MAX_TEXT }}
      filters={<AccountFilters search={search} onApply={narrow} operators={operators} />}
      chips={chipsOf(scope, search, operators)}
      noFilter={toSearch(NO_FILTERS)}
    />
  );
}
