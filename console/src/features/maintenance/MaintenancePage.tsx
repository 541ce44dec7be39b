import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { Locker } from "@/data/lockers";
import { PageHeader } from "@/ui/PageHeader";
import { type LockerQuery, LockerSearch, type StationName } from "./LockerSearch";
import { LockerSheet } from "./LockerSheet";

type MaintenancePageProps = { operatorName: string; stations: readonly StationName[] };

/** The page for a maintainer in front of the lockers, on a telephone. */
export function MaintenancePage({ operatorName, stations }: MaintenancePageProps) {
  const { station, casier } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [query, setQuery] = useState<LockerQuery>({ code: "", stationId: null });

  const open = ({ id, station: { id: stationId } }: Locker) =>
    void navigate({ to: "/mode-maintenance", search: { station: stationId, casier: id } });

  return (
    <>
      <PageHeader title="Mode maintenance" subtitle={operatorName} />
      {station && casier ? (
        <LockerSheet
          key={casier}
          stationId={station}
          lockerId={casier}
          onBack={() => void navigate({ to: "/mode-maintenance", search: {} })}
        />
      ) : (
        <LockerSearch stations={stations} query={query} onQuery={setQuery} onOpen={open} />
      )}
    </>
  );
}
