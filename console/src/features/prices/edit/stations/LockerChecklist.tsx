import { Checkbox, Chip, Fieldset, Group, Stack, Text } from "@mantine/core";
import { memo, useCallback, useMemo, useState } from "react";
import { plural } from "@/format";
import type { LockerChoice } from "../api";
import classes from "../edit.module.css";
import {
  type Selection,
  type StationKind,
  typesOf,
  withAll,
  withToggled,
  wordsOf,
} from "./selection";

type LockerChecklistProps = {
  kind: StationKind;
  choices: readonly LockerChoice[];
  selection: Selection;
  onChange: (change: (selection: Selection) => Selection) => void;
};

/** The lockers of a station as checkboxes; « all » means those that the filter shows. */
export function LockerChecklist({ kind, choices, selection, onChange }: LockerChecklistProps) {
  const words = wordsOf(kind);
  const types = useMemo(() => typesOf(choices), [choices]);
  const [typeFilter, setTypeFilter] = useState<string[]>([]);
  const shown = useMemo(
    () =>
      choices.filter(({ type }) => typeFilter.length === 0 || typeFilter.includes(String(type.id))),
    [choices, typeFilter],
  );
  const ticked = shown.filter(({ id }) => selection.has(id)).length;
  const toggle = useCallback(
    (id: number) => onChange((current) => withToggled(current, id)),
    [onChange],
  );

  return (
    <Stack gap="sm" mb="sm">
      {types.length > 1 && (
        <Chip.Group multiple value={typeFilter} onChange={setTypeFilter}>
          <Fieldset variant="unstyled" m={0} aria-label="Filtrer par type">
            <Group gap="xs">
              {types.map(({ id, name, count }) => (
                <Chip key={id} value={String(id)} size="sm">
                  {name} ({count})
                </Chip>
              ))}
            </Group>
          </Fieldset>
        </Chip.Group>
      )}
      <Group justify="space-between" gap="xs">
        <Checkbox
          label={
            typeFilter.length === 0
              ? "Tout sélectionner"
              : `Tout sélectionner (${words.count(shown.length)} ${plural(shown.length, "affiché")})`
          }
          checked={ticked === shown.length}
          indeterminate={ticked > 0 && ticked < shown.length}
          onChange={() => onChange((current) => withAll(current, shown, ticked < shown.length))}
        />
        <Text c="dimmed" role="status">
          {words.count(selection.size)} {plural(selection.size, "choisi")} sur {choices.length}
        </Text>
      </Group>
      <ul
        className={classes.lockers}
        data-kind={kind}
        aria-label={kind === "indiv" ? "Casiers" : "Espaces"}
      >
        {shown.map(({ id, nom }) => (
          <Locker key={id} id={id} name={nom} checked={selection.has(id)} onToggle={toggle} />
        ))}
      </ul>
    </Stack>
  );
}

type LockerProps = { id: number; name: string; checked: boolean; onToggle: (id: number) => void };

/** A native checkbox, rendered again only when its own state changes: a station may have hundreds. */
const Locker = memo(function Locker({ id, name, checked, onToggle }: LockerProps) {
  return (
    <li>
      <label className={classes.locker} data-checked={checked || undefined}>
        <input type="checkbox" checked={checked} onChange={() => onToggle(id)} />
        <span>{name}</span>
      </label>
    </li>
  );
});
