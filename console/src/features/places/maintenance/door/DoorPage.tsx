import { useQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import { lockerDestination } from "@/entities/locker/destination";
import { QueryState } from "@/kit/lists/QueryState";
import { useRecordId } from "@/kit/records/RecordPage";
import { useCan } from "@/session/rights";
import { PageHeader } from "@/ui/layout/PageHeader";
import { lockerQuery } from "./api";

/** What the QR code of a door opens: the locker's sheet, or its row at the station for who opens no doors. */
export function DoorPage() {
  const locker = useQuery(lockerQuery(useRecordId()));
  const opensDoors = useCan("DROIT_MODE_MAINTENANCE_MOBILE_ECRITURE");
  return (
    <>
      <PageHeader title="Casier" />
      <QueryState query={locker} missing="Ce casier n'existe pas ou n'existe plus.">
        {({ id, station }) =>
          opensDoors ? (
            <Navigate to="/mode-maintenance" search={{ station: station.id, casier: id }} replace />
          ) : (
            <Navigate {...lockerDestination(station, { id })} replace />
          )
        }
      </QueryState>
    </>
  );
}
