import { Button, Group, NativeSelect } from "@mantine/core";
import { IconClockPause } from "@tabler/icons-react";
import { formatCount } from "@/format";
import type { WorklistSearch } from "./search";
import classes from "./worklist.module.css";

const ORDERS = [
  { value: "", label: "Sorte" },
  { value: "age", label: "Ancienneté" },
  { value: "montant", label: "Montant" },
];

type ToolbarProps = {
  view: WorklistSearch;
  postponed: number;
  onChange: (changes: WorklistSearch) => void;
};

/** How the lines are sorted, and whether the postponed ones are shown instead. */
export function Toolbar({ view, postponed, onChange }: ToolbarProps) {
  const shown = view.reportes === true;
  return (
    <Group component="search" gap="sm" mb="lg">
      <NativeSelect
        label="Trier par"
        data={ORDERS}
        value={view.tri ?? ""}
        onChange={({ currentTarget: { value } }) =>
          onChange({ tri: value === "age" || value === "montant" ? value : undefined })
        }
        className={classes.order}
      />
      {(postponed > 0 || shown) && (
        <Button
          variant={shown ? "light" : "default"}
          leftSection={<IconClockPause size={16} stroke={1.75} aria-hidden />}
          aria-pressed={shown}
          onClick={() => onChange({ reportes: shown ? undefined : true })}
        >
          Reportés ({formatCount(postponed)})
        </Button>
      )}
    </Group>
  );
}
