import type { Station } from "@/entities/station/api";
import { formatSince } from "@/format";
import { StatusChip } from "@/ui/feedback/StatusChip";

/** Shows whether the controller is connected; renders nothing for a station without a known controller. */
export function ControllerChip({ controleur }: Pick<Station, "controleur">) {
  if (!controleur) return null;
  const { muetteDepuis } = controleur;
  return muetteDepuis ? (
    <StatusChip color="red" label={`Muette depuis ${formatSince(muetteDepuis, Date.now())}`} />
  ) : (
    <StatusChip color="white" label="En ligne" />
  );
}
