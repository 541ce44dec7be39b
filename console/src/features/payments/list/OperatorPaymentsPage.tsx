import { IconBuildingCommunity } from "@tabler/icons-react";
import { useOperator } from "@/session/operator";
import { EmptyState } from "@/ui/EmptyState";
import { PageHeader } from "@/ui/PageHeader";
import { PaymentList } from "./PaymentList";

/** The payments of the chosen operator. */
export function OperatorPaymentsPage() {
  const operator = useOperator();
  if (operator) return <PaymentList subtitle={operator.nom} scope={operator.id} />;
  return (
    <>
      <PageHeader title="Liste des paiements" />
      <EmptyState
        icon={<IconBuildingCommunity />}
        title="Aucun exploitant"
        hint="Ses paiements apparaîtront ici dès qu'un exploitant vous sera ouvert."
      />
    </>
  );
}
