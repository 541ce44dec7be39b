import { useQuery } from "@tanstack/react-query";
import { operatorsQuery } from "@/auth/account";
import { UserList } from "./AccountList";
import { ManageButton } from "./ManageButton";

/** The accounts of every operator. */
export function AdminUsersPage() {
  const { data: operators = [] } = useQuery(operatorsQuery());
  return (
    <UserList
      subtitle="Tous les exploitants"
      scope={undefined}
      operators={operators}
      manage={(user, search) => (
        <ManageButton to="/gestion-utilisateurs/$id/details" user={user} search={search} />
      )}
    />
  );
}
