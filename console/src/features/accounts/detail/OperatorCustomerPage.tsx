import { useOperator } from "@/session/operator";
import { LoadError } from "@/ui/LoadError";
import { AccountPage } from "./AccountPage";

export function OperatorCustomerPage() {
  const operator = useOperator();
  return operator ? (
    <AccountPage scope={operator.id} list="/gestion-utilisateurs-exploitant" />
  ) : (
    <LoadError message="Aucun exploitant" />
  );
}
