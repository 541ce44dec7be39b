import { Button, Group, Menu, NativeSelect, Text } from "@mantine/core";
import { IconClockPause, IconFilter } from "@tabler/icons-react";
import { counted, formatCount, plural } from "@/format";
import { ToggleButton } from "@/ui/form/ToggleButton";
import type { Kind } from "./api";
import type { KindTotal } from "./kinds";
import type { WorklistSearch } from "./search";
import classes from "./worklist.module.css";

const ORDERS = [
  { value: "", label: "Nature" },
  { value: "age", label: "Ancienneté" },
  { value: "montant", label: "Montant" },
];

const AGES = [
  { value: "", label: "Tous" },
  { value: "24h", label: "Plus de 24\u00a0h" },
  { value: "7j", label: "Plus de 7\u00a0jours" },
];

type ToolbarProps = {
  view: WorklistSearch;
  postponed: number;
  /** The kinds that have lines, and those of them that are shown. */
  kinds: readonly KindTotal<Kind>[];
  shown: readonly Kind[] | undefined;
  /** How many lines the filters leave out. */
  hidden: number;
  onChange: (changes: WorklistSearch) => void;
};

/** How the lines are sorted, which of them are shown, and how many are not. */
export function Toolbar({ view, postponed, kinds, shown, hidden, onChange }: ToolbarProps) {
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
      <NativeSelect
        label="Âge"
        data={AGES}
        value={view.age ?? ""}
        onChange={({ currentTarget: { value } }) =>
          onChange({ age: value === "24h" || value === "7j" ? value : undefined })
        }
        className={classes.order}
      />
      <KindsMenu kinds={kinds} shown={shown} onChange={onChange} />
      <ToggleButton
        pressed={view.miennes === true}
        onToggle={() => onChange({ miennes: view.miennes ? undefined : true })}
      >
        Les miennes
      </ToggleButton>
      {(postponed > 0 || view.reportes) && (
        <Button
          variant={view.reportes ? "light" : "default"}
          leftSection={<IconClockPause size={16} stroke={1.75} aria-hidden />}
          aria-pressed={view.reportes === true}
          onClick={() => onChange({ reportes: view.reportes ? undefined : true })}
        >
          Reportés ({formatCount(postponed)})
        </Button>
      )}
      {hidden > 0 && (
        <Group gap="xs">
          <Text span c="dimmed" role="status">
            {counted(hidden, "ligne")} {plural(hidden, "masquée", "masquées")} par les filtres
          </Text>
          <Button variant="subtle" size="compact-sm" onClick={() => onChange(NO_FILTER)}>
            Effacer les filtres
          </Button>
        </Group>
      )}
    </Group>
  );
}

const NO_FILTER = { miennes: undefined, age: undefined, nature: undefined };

type KindsMenuProps = Pick<ToolbarProps, "kinds" | "shown" | "onChange">;

function KindsMenu({ kinds, shown, onChange }: KindsMenuProps) {
  const toggle = (id: Kind) => {
    const left = shown?.includes(id) ? shown.filter((one) => one !== id) : [...(shown ?? []), id];
    onChange({ nature: left.length > 0 ? left.join(",") : undefined });
  };
  return (
    <Menu withinPortal withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant={shown ? "light" : "default"}
          leftSection={<IconFilter size={16} stroke={1.75} aria-hidden />}
        >
          {shown ? `Nature (${formatCount(shown.length)})` : "Nature"}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map(({ id, title, total }) => (
          <Menu.CheckboxItem
            key={id}
            checked={shown?.includes(id) === true}
            onChange={() => toggle(id)}
          >
            {title} ({formatCount(total)})
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
