import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { personName } from "../wording";
import type { AccountListProps } from "./AccountList";

type ManageButtonProps = {
  to: "/gestion-utilisateurs/$id/details" | "/gestion-utilisateurs-exploitant/$id/details";
  account: Parameters<AccountListProps["manage"]>[0];
  /** The list's state, to which the back arrow returns. */
  search: Parameters<AccountListProps["manage"]>[1];
};

export function ManageButton({ to, account, search }: ManageButtonProps) {
  return (
    <Button
      renderRoot={(props) => (
        <Link
          {...props}
          to={to}
          params={{ id: String(account.id) }}
          state={{ listeUtilisateurs: search }}
        />
      )}
      variant="default"
      size="xs"
      aria-label={`Gérer ${personName(account)}`}
    >
      Gérer
    </Button>
  );
}
