import { formatSince } from "@/format";
import { StatusChip } from "@/ui/feedback/StatusChip";

type DoorChipProps = { door: { etat: "ouverte" | "fermee"; depuis: string } | undefined };

/** Shows whether a door is open; renders nothing when no controller has reported it. */
export function DoorChip({ door }: DoorChipProps) {
  if (!door) return null;
  const since = formatSince(door.depuis, Date.now());
  return door.etat === "ouverte" ? (
    <StatusChip color="orange" label={`Porte ouverte depuis ${since}`} />
  ) : (
    <StatusChip color="grey" label={`Porte fermée depuis ${since}`} />
  );
}
