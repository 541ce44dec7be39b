import { IconBuildingCommunity } from "@tabler/icons-react";
import { useOperator } from "@/session/operator";
import { EmptyState } from "@/ui/EmptyState";
import { PageHeader } from "@/ui/PageHeader";
import { AccountList } from "./AccountList";
import { ManageButton } from "./ManageButton";

/** The customers of the chosen operator. */
export function OperatorCustomersPage() {
  const operator = useOperator();
  if (!operator) {
    return (
      <>
        <PageHeader title="Liste des utilisateurs" />
        <EmptyState
          icon={<IconBuildingCommunity />}
          title="Aucun exploitant"
          hint="Ses usagers apparaîtront ici dès qu'un exploitant vous sera ouvert."
        />
      </>
    );
  }
  return (
    <AccountList
      subtitle={operator.nom}
      scope={operator.id}
      manage={(account, search) => (
        <ManageButton
          to="/gestion-utilisateurs-exploitant/$id/details"
          account={account}
          search={search}
        />
      )}
    />
  );
}
