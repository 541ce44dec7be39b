import { IconBuildingCommunity } from "@tabler/icons-react";
import { useOperator } from "@/session/operator";
import { EmptyState } from "@/ui/EmptyState";
import { PageHeader } from "@/ui/PageHeader";
import { StayList } from "./StayList";

/** The stays of the chosen operator. */
export function OperatorStaysPage() {
  const operator = useOperator();
  if (operator) return <StayList subtitle={operator.nom} scope={operator.id} />;
  return (
    <>
      <PageHeader title="Historique des utilisations" />
      <EmptyState
        icon={<IconBuildingCommunity />}
        title="Aucun exploitant"
        hint="Ses utilisations apparaîtront ici dès qu'un exploitant vous sera ouvert."
      />
    </>
  );
}
