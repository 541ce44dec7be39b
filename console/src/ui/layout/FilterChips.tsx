import { Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { PlainList } from "./PlainList";

export type FilterChip = { key: string; label: string };

type FilterChipsProps = { chips: readonly FilterChip[]; onRemove: (key: string) => void };

/** The active filters as chips; a press on one removes it. */
export function FilterChips({ chips, onRemove }: FilterChipsProps) {
  if (chips.length === 0) return null;
  return (
    <PlainList row gap="xs" aria-label="Filtres actifs">
      {chips.map(({ key, label }) => (
        <li key={key}>
          <Button
            variant="light"
            size="compact-sm"
            radius="xl"
            rightSection={<IconX size={14} stroke={2} aria-hidden />}
            aria-label={`Retirer le filtre ${label}`}
            onClick={() => onRemove(key)}
          >
            {label}
          </Button>
        </li>
      ))}
    </PlainList>
  );
}
