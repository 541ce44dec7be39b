import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { personName } from "../wording";
import type { UserListProps } from "./AccountList";

type ManageButtonProps = {
  to: "/gestion-utilisateurs/$id/details" | "/gestion-utilisateurs-exploitant/$id/details";
  user: Parameters<UserListProps["manage"]>[0];
  /** The list's state, to which the back arrow returns. */
  search: Parameters<UserListProps["manage"]>[1];
};

export function ManageButton({ to, user, search }: ManageButtonProps) {
  return (
    <Button
      renderRoot={(props) => (
        <Link
          {...props}
          to={to}
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
  );
}
