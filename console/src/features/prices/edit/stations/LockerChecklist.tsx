import { Checkbox, Chip } from "@mantine/core";
import { memo, useCallback, useMemo, useState } from "react";
import { plural } from "@/format";
import type { LockerChoice } from "../api";
import {
  type Selection,
  type StationKind,
  typesOf,
  withAll,
  withToggled,
  wordsOf,
} from "./selection";
import classes from "./stations.module.css";

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
    <div className={classes.checklist}>
      {types.length > 1 && (
        <Chip.Group multiple value={typeFilter} onChange={setTypeFilter}>
          <fieldset className={classes.filters} aria-label="Filtrer par type">
            {types.map(({ id, name, count }) => (
              <Chip key={id} value={String(id)} size="sm">
                {name} ({count})
              </Chip>
            ))}
          </fieldset>
        </Chip.Group>
      )}
      <div className={classes.all}>
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
        <p className={classes.count} role="status">
          {words.count(selection.size)} {plural(selection.size, "choisi")} sur {choices.length}
        </p>
      </div>
      <ul
        className={classes.lockers}
        data-kind={kind}
        aria-label={kind === "indiv" ? "Casiers" : "Espaces"}
      >
        {shown.map(({ id, nom }) => (
          <Locker key={id} id={id} name={nom} checked={selection.has(id)} onToggle={toggle} />
        ))}
      </ul>
    </div>
  );
}

type LockerProps = { id: number; name: string; checked: boolean; onToggle: (id: number) => void };

/** A native checkbox, rendered again only when its own state changes: a station may have hundreds. */
const Locker = memo(function Locker({ id, name, checked, onToggle }: LockerProps) {
  return (
    <li>
      <label className={classes.locker} data-checked={checked || undefined}>
        <input type="checkbox" checked={checked} onChange={() => onToggle(id)} />
        <span className={classes.name}>{name}</span>
      </label>
    </li>
  );
});
