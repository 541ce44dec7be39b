import { IconLock } from "@tabler/icons-react";
import { StatusChip, type StatusColor } from "@/ui/feedback/StatusChip";
import { State } from "../Section";

const CHIPS: { color: StatusColor; label: string }[] = [
  { color: "green", label: "PAYÉ" },
  { color: "orange", label: "NON PRÉSENTÉ" },
  { color: "yellow", label: "EN COURS" },
  { color: "red", label: "IMPAYÉ" },
  { color: "white", label: "AUTRE" },
  { color: "grey", label: "Inactive" },
];

export function ChipsSection() {
  return (
    <>
      <State name="Couleurs" row>
        {CHIPS.map((chip) => (
          <StatusChip key={chip.label} {...chip} />
        ))}
      </State>
      <State name="Avec une icône" row>
        <StatusChip color="red" label="Casier bloqué" icon={<IconLock aria-hidden />} />
      </State>
    </>
  );
}
