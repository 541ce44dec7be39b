import { IconBuildingCommunity } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Navigate, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Locker } from "@/entities/locker/api";
import { stationsQuery } from "@/entities/station/api";
import { QueryError, QueryState } from "@/kit/lists/QueryState";
import { usePageSearch } from "@/kit/routing/pageSearch";
import { useOperator } from "@/session/operator";
import { UnsavedProvider } from "@/ui/dialog/unsaved";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ListSkeleton } from "@/ui/feedback/Skeletons";
import { PageHeader } from "@/ui/layout/PageHeader";
import { lockerQuery } from "./api";
import { type LockerQuery, LockerSearch, type StationName } from "./LockerSearch";
import { LockerSheet } from "./LockerSheet";
import { maintenanceSearch } from "./search";

/** The page for a technician in front of the lockers, on a telephone. */
export function MaintenancePage() {
  const operator = useOperator();
  const stations = useQuery({
    ...stationsQuery(operator?.id ?? 0),
    enabled: operator !== null,
  });
  return (
    <UnsavedProvider>
      <PageHeader title="Mode maintenance" subtitle={operator?.nom} />
      {!operator ? (
        <EmptyState
          icon={<IconBuildingCommunity />}
          title="Aucun exploitant"
          hint="Ses casiers apparaîtront ici dès qu'un exploitant vous sera ouvert."
        />
      ) : stations.data ? (
        <Lockers stations={stations.data} />
      ) : stations.isLoadingError ? (
        <QueryError query={stations} />
      ) : (
        <ListSkeleton />
      )}
    </UnsavedProvider>
  );
}

const NOTHING_TYPED: LockerQuery = { code: "", stationId: null };

/** The search for a locker, or the locker that the address names. */
function Lockers({ stations }: { stations: readonly StationName[] }) {
  const { station, casier } = usePageSearch(maintenanceSearch).search;
  const navigate = useNavigate();
  const [query, setQuery] = useState(NOTHING_TYPED);

  const open = ({ id, station: { id: stationId } }: Locker) =>
    void navigate({ to: "/mode-maintenance", search: { station: stationId, casier: id } });

  if (casier && !station) return <LockerOfDoor id={casier} />;
  return station && casier ? (
    <LockerSheet
      key={casier}
      stationId={station}
      lockerId={casier}
      onBack={() => {
        setQuery(NOTHING_TYPED);
        void navigate({ to: "/mode-maintenance", search: {} });
      }}
    />
  ) : (
    <LockerSearch stations={stations} query={query} onQuery={setQuery} onOpen={open} />
  );
}

/** Opens the sheet of the locker whose door has the QR code, which tells the id alone. */
function LockerOfDoor({ id }: { id: number }) {
  return (
    <QueryState
      query={useQuery(lockerQuery(id))}
      missing="Ce casier n'existe pas ou n'existe plus."
    >
      {({ station }) => (
        <Navigate to="/mode-maintenance" search={{ station: station.id, casier: id }} replace />
      )}
    </QueryState>
  );
}
