import { useOperator } from "@/auth/operator";
import { LoadError } from "@/shared/ui/LoadError";
import { UserPage } from "./AccountPage";

export function OperatorUserPage() {
  const operator = useOperator();
  return operator ? (
    <UserPage scope={operator.id} list="/gestion-utilisateurs-exploitant" />
  ) : (
    <LoadError message="Aucun exploitant" />
  );
}
