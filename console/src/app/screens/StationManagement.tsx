import { useParams } from "@tanstack/react-router";
import { ManagementPage } from "@/features/stations/management/ManagementPage";
import { OpeningModal } from "@/features/stations/opening/OpeningModal";
import { AuditBlock } from "@/kit/audit/AuditBlock";

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
