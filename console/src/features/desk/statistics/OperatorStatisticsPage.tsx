import { IconChartBar } from "@tabler/icons-react";
import { useOperator } from "@/session/operator";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { PageHeader } from "@/ui/layout/PageHeader";
import { Dashboard } from "./Dashboard";

/** The statistics of the chosen operator. */
export function OperatorStatisticsPage() {
  const operator = useOperator();
  return (
    <>
      <PageHeader title="Statistiques" subtitle={operator?.nom} />
      {operator ? (
        <Dashboard scope={operator.id} />
      ) : (
        <EmptyState
          icon={<IconChartBar />}
          title="Aucun exploitant"
          hint="Ses chiffres apparaîtront ici dès qu'un exploitant vous sera ouvert."
        />
      )}
    </>
  );
}
