import { ForOperator } from "@/kit/routing/ForOperator";
import { AccountList, TITLE } from "./AccountList";
import { ManageButton } from "./ManageButton";

const HINT = "Ses usagers apparaîtront ici dès qu'un exploitant vous sera ouvert.";

/** The customers of the chosen operator. */
export function OperatorCustomersPage() {
  return (
    <ForOperator title={TITLE} hint={HINT}>
      {({ id, nom }) => (
        <AccountList
          subtitle={nom}
          scope={id}
          manage={(account, search) => (
            <ManageButton
              to="/gestion-utilisateurs-exploitant/$id/details"
              account={account}
              search={search}
            />
          )}
        />
      )}
    </ForOperator>
  );
}
