import { IconX } from "@tabler/icons-react";
import classes from "./FilterChips.module.css";

export type FilterChip = { key: string; label: string };

type FilterChipsProps = { chips: readonly FilterChip[]; onRemove: (key: string) => void };

/** The active filters as chips; a press on one removes it. */
export function FilterChips({ chips, onRemove }: FilterChipsProps) {
  if (chips.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label="Filtres actifs">
      {chips.map(({ key, label }) => (
        <li key={key}>
          <button
            type="button"
            className={classes.chip}
            aria-label={`Retirer le filtre ${label}`}
            onClick={() => onRemove(key)}
          >
            {label}
            <IconX size={14} stroke={2} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}
