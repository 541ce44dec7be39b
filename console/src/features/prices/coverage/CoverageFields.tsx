import { Checkbox, Fieldset, Group, Stack, Switch, Text } from "@mantine/core";
import { useDeferredValue, useMemo, useState } from "react";
import { LOCKER_TYPE_WORDS } from "@/entities/locker/types";
import { formatCount } from "@/format";
import { fold } from "@/format/fold";
import { SearchBox } from "@/ui/form/SearchBox";
import { ALL_TYPES, type Coverage, coversAll } from "./coverage";
import classes from "./coverage.module.css";

/** Up to this number of stations, no search box is needed. */
const FEW = 8;

export type CoveredStation = { id: number; nom: string; libelleAdmin: string };

type CoverageFieldsProps = {
  stations: readonly CoveredStation[];
  value: Coverage;
  onChange: (value: Coverage) => void;
};

/** The types and the stations of a coverage, and whether new lockers are followed. */
export function CoverageFields({ stations, value, onChange }: CoverageFieldsProps) {
  const [search, setSearch] = useState("");
  const query = fold(useDeferredValue(search));
  const shown = useMemo(
    () =>
      stations.filter(({ nom, libelleAdmin }) => fold(`${libelleAdmin} ${nom}`).includes(query)),
    [stations, query],
  );
  const ticked = shown.filter(({ id }) => value.stations.has(id)).length;
  const whole = coversAll(value, stations);
  const choose = (ids: readonly number[], on: boolean) => {
    const next = new Set(value.stations);
    for (const id of ids) next[on ? "add" : "delete"](id);
    onChange({ ...value, stations: next });
  };

  return (
    <Stack gap={20}>
      <Fieldset variant="unstyled" m={0} legend={<strong>Types de casiers</strong>}>
        <Group gap="0.5rem 1.5rem">
          {ALL_TYPES.map((type) => (
            <Checkbox
              key={type}
              label={LOCKER_TYPE_WORDS[type]}
              checked={value.types.has(type)}
              onChange={(event) => {
                const next = new Set(value.types);
                next[event.currentTarget.checked ? "add" : "delete"](type);
                onChange({ ...value, types: next });
              }}
            />
          ))}
        </Group>
      </Fieldset>
      <Fieldset variant="unstyled" m={0} legend={<strong>Stations</strong>}>
        <Group gap="0.5rem 1.5rem" mb="sm">
          <Checkbox
            label={
              shown.length === stations.length
                ? `Toutes les stations (${formatCount(stations.length)})`
                : `Toutes les stations affichées (${formatCount(shown.length)})`
            }
            checked={ticked > 0 && ticked === shown.length}
            indeterminate={ticked > 0 && ticked < shown.length}
            disabled={shown.length === 0}
            onChange={() =>
              choose(
                shown.map(({ id }) => id),
                ticked < shown.length,
              )
            }
          />
          <Text c="dimmed" mr="auto" role="status">
            {formatCount(value.stations.size)} sur {formatCount(stations.length)}
          </Text>
          {stations.length > FEW && (
            <SearchBox label="Chercher parmi les stations" value={search} onChange={setSearch} />
          )}
        </Group>
        {shown.length === 0 ? (
          <Text c="dimmed">Aucune station ne porte ce nom.</Text>
        ) : (
          <ul className={classes.stations}>
            {shown.map(({ id, nom, libelleAdmin }) => (
              <li key={id}>
                <Checkbox
                  label={`${libelleAdmin} – ${nom}`}
                  checked={value.stations.has(id)}
                  onChange={(event) => choose([id], event.currentTarget.checked)}
                />
              </li>
            ))}
          </ul>
        )}
      </Fieldset>
      <Switch
        label="Appliquer aussi aux casiers créés plus tard"
        description={
          whole
            ? "Un casier de ces types, ajouté à une station existante ou nouvelle, prendra ce tarif."
            : "Possible quand toutes les stations sont choisies."
        }
        checked={whole && value.follow}
        disabled={!whole}
        onChange={(event) => onChange({ ...value, follow: event.currentTarget.checked })}
      />
    </Stack>
  );
}
