import { useParams } from "@tanstack/react-router";
import { JournalBlock } from "@/features/audit/AuditBlock";
import { RemoteModal } from "@/features/opening/OpeningModal";
import { ManagementPage } from "@/features/stations/management/ManagementPage";

/** The page of one station, with the two parts that other features provide. */
export function StationManagement() {
  const { id = "" } = useParams({ strict: false });
  return (
    <ManagementPage
      stationId={Number(id)}
      remote={(target, onClose) => <RemoteModal target={target} onClose={onClose} />}
      journal={(station) => (
        <JournalBlock
          operatorId={station.operatorId}
          about={`station:${station.id}`}
          word={station.word}
        />
      )}
    />
  );
}
