import { useQuery } from "@tanstack/react-query";
import { asApiError } from "@/api/errors";
import { stationsQuery } from "@/data/stations";
import { MaintenancePage } from "@/features/maintenance/MaintenancePage";
import { useOperator } from "@/session/operator";
import { useRights } from "@/session/rights";
import { EmptyState } from "@/ui/EmptyState";
import { LoadError } from "@/ui/LoadError";
import { PageHeader } from "@/ui/PageHeader";
import { ListSkeleton } from "@/ui/Skeletons";

/** The maintenance page, with the stations of the chosen operator. */
export function Maintenance() {
  const operator = useOperator();
  const allowed = useRights().can("DROIT_MODE_MAINTENANCE_MOBILE_ECRITURE");
  const stations = useQuery({
    ...stationsQuery(operator?.id ?? 0),
    enabled: operator !== null && allowed,
  });

  if (operator && allowed && stations.data)
    return <MaintenancePage operatorName={operator.nom} stations={stations.data} />;
  return (
    <>
      <PageHeader title="Mode maintenance" subtitle={operator?.nom} />
      {!operator ? (
        <EmptyState
          title="Aucun exploitant"
          hint="Ses casiers apparaîtront ici dès qu'un exploitant vous sera ouvert."
        />
      ) : !allowed ? (
        <LoadError message="Accès refusé. Cette page n'est pas accessible avec votre compte." />
      ) : stations.isLoadingError ? (
        <LoadError
          message={asApiError(stations.error).message}
          requestId={asApiError(stations.error).requestId}
          onRetry={() => void stations.refetch()}
        />
      ) : (
        <ListSkeleton />
      )}
    </>
  );
}
