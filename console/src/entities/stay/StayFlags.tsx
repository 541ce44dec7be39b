import { IconAlertTriangle, IconLock } from "@tabler/icons-react";
import { removedLabel } from "@/entities/locker/space";
import { StatusChip } from "@/ui/feedback/StatusChip";

type StayFlagsProps = {
  stay: { depassement: boolean; enlevement: boolean; casier: Parameters<typeof removedLabel>[0] };
};

/** Shows which limits a stay has passed. */
export function StayFlags({ stay: { depassement, enlevement, casier } }: StayFlagsProps) {
  return (
    <>
      {depassement && (
        <StatusChip
          color="orange"
          label="Temps limite dépassé"
          icon={<IconAlertTriangle aria-hidden />}
        />
      )}
      {enlevement && (
        <StatusChip color="red" label={removedLabel(casier)} icon={<IconLock aria-hidden />} />
      )}
    </>
  );
}
