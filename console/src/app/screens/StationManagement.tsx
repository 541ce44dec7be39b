import { useParams } from "@tanstack/react-router";
import { AuditBlock } from "@/features/audit/AuditBlock";
import { OpeningModal } from "@/features/opening/OpeningModal";
import { ManagementPage } from "@/features/stations/management/ManagementPage";

/** The page of one station, with the two parts that other features provide. */
export function StationManagement() {
  const { id = "" } = useParams({ strict: false });
  return (
    <ManagementPage
      stationId={Number(id)}
      opening={(target, onClose) => <OpeningModal target={target} onClose={onClose} />}
      audit={(station) => (
        <AuditBlock
          operatorId={station.operatorId}
          about={`station:${station.id}`}
          word={station.word}
        />
      )}
    />
  );
}
