import { useQuery } from "@tanstack/react-query";
import { operatorsQuery } from "@/entities/operator/api";
import { AccountList } from "./AccountList";
import { ManageButton } from "./ManageButton";

/** The accounts of every operator. */
export function AdminAccountsPage() {
  const { data: operators = [] } = useQuery(operatorsQuery());
  return (
    <AccountList
      subtitle="Tous les exploitants"
      scope={undefined}
      operators={operators}
      manage={(account, search) => (
        <ManageButton to="/gestion-utilisateurs/$id/details" account={account} search={search} />
      )}
    />
  );
}
