import { formatSince } from "@/shared/format";
import { StatusChip } from "./StatusChip";

type DoorChipProps = { door: { etat: "ouverte" | "fermee"; depuis: string } | undefined };

/** How a door stands; nothing where no controller has told it. */
export function DoorChip({ door }: DoorChipProps) {
  if (!door) return null;
  const since = formatSince(door.depuis, Date.now());
  return door.etat === "ouverte" ? (
    <StatusChip color="orange" label={`Porte ouverte depuis ${since}`} />
  ) : (
    <StatusChip color="grey" label={`Porte fermée depuis ${since}`} />
  );
}
