import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { operatorsQuery } from "@/auth/account";
import { personName } from "../wording";
import { UserList } from "./UserList";

/** The people of every operator. */
export function AdminUsersPage() {
  const { data: operators = [] } = useQuery(operatorsQuery());
  return (
    <UserList
      subtitle="Tous les exploitants"
      scope={undefined}
      operators={operators}
      manage={(user, search) => (
        <Button
          renderRoot={(props) => (
            <Link
              {...props}
              to="/gestion-utilisateurs/$id/details"
              params={{ id: String(user.id) }}
              state={{ listeUtilisateurs: search }}
            />
          )}
          variant="default"
          size="xs"
          aria-label={`Gérer ${personName(user)}`}
        >
          Gérer
        </Button>
      )}
    />
  );
}
