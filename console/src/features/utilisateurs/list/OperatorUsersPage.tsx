import { Button } from "@mantine/core";
import { IconBuildingCommunity } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useOperator } from "@/auth/operator";
import { EmptyState } from "@/shared/ui/EmptyState";
import { PageHeader } from "@/shared/ui/PageHeader";
import { personName } from "../wording";
import { UserList } from "./UserList";

/** The people of the chosen operator. */
export function OperatorUsersPage() {
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
    <UserList
      subtitle={operator.nom}
      scope={operator.id}
      manage={(user, search) => (
        <Button
          renderRoot={(props) => (
            <Link
              {...props}
              to="/gestion-utilisateurs-exploitant/$id/details"
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
