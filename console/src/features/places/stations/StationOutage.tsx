import { BriefOutage } from "@/entities/locker/OutageNote";
import type { Station } from "@/entities/station/api";

/** Why a station is out of service, beside its state in the list. */
export const StationOutage = ({ station }: { station: Station }) => (
  <BriefOutage outage={station.horsService} />
);
