import { Box, Group, Text } from "@mantine/core";
import { useState } from "react";
import { PACE_WORDS, pointWords } from "../days";
import { formatRate, orNone } from "../format";
import { RATES } from "../parts/axes";
import { Figure } from "../parts/Figure";
import { FigureTable } from "../parts/FigureTable";
import { TimeChart } from "../parts/TimeChart";
import type { Figures, StationOccupancy } from "../types";
import { StationPicker } from "./StationPicker";

/** The distinguishable lines; each keeps its colour as others are added and removed. */
const HUES = [1, 2, 3, 4, 5, 6].map((hue) => `var(--hue-${hue})`);
const INITIAL_LINES = 4;

type Drawn = { station: StationOccupancy; color: string };

export function Occupancy({ figures }: { figures: Figures }) {
  const { occupation, serie, pas, periode, exploitant } = figures;
  const [slots, setSlots] = useState(() =>
    HUES.map((_, slot) => (slot < INITIAL_LINES ? occupation[slot]?.id : undefined)),
  );
  const drawn = slots.flatMap((id, slot): Drawn[] => {
    const station = occupation.find((one) => one.id === id);
    return station ? [{ station, color: HUES[slot] ?? "" }] : [];
  });
  const toggle = (id: number) => {
    const present = slots.map((slot) =>
      drawn.some(({ station }) => station.id === slot) ? slot : undefined,
    );
    const at = present.includes(id) ? present.indexOf(id) : present.indexOf(undefined);
    setSlots(present.map((slot, index) => (index === at ? (slot === id ? undefined : id) : slot)));
  };

  const title = "Taux d'occupation par station";
  const nameOf = ({ id, nom, exploitant: of }: StationOccupancy) =>
    occupation.some((other) => other.nom === nom && other.id !== id && other.exploitant !== of)
      ? `${nom} (${of})`
      : nom;
  const names = drawn.map(
    ({ station }) => `${nameOf(station)}, ${orNone(station.moyenne, formatRate)} en moyenne`,
  );
  return (
    <Figure
      title={title}
      hint={`Part du temps où les casiers et les places étaient pris, ${PACE_WORDS[pas]}.`}
      csv="occupation"
      range={periode}
      empty={occupation.length === 0 && "Aucune station sur cette période."}
      table={
        <FigureTable
          caption={`${title}, ${PACE_WORDS[pas]}`}
          rows={serie.map((point, index) => ({ point, index }))}
          rowKey={({ point }) => point.du}
          columns={[
            { key: "point", header: "Période", render: ({ point }) => pointWords(point, pas) },
            ...drawn.map(({ station }) => ({
              key: station.id,
              header: nameOf(station),
              render: ({ index }: { index: number }) =>
                orNone(station.taux[index] ?? null, formatRate),
            })),
          ]}
        />
      }
    >
      <Group align="flex-start" gap="lg">
        <Box flex="9 1 26rem" miw={0}>
          {drawn.length === 0 ? (
            <Text c="dimmed" ta="center" py="xl">
              Choisissez une station dans la liste.
            </Text>
          ) : (
            <TimeChart
              summary={`${title}, ${PACE_WORDS[pas]}\u00a0: ${names.join("\u00a0; ")}.`}
              points={serie}
              pace={pas}
              series={drawn.map(({ station, color }) => ({
                name: String(station.id),
                label: nameOf(station),
                color,
                type: "line",
              }))}
              value={(name, index) =>
                drawn.find(({ station }) => String(station.id) === name)?.station.taux[index] ??
                null
              }
              format={formatRate}
              axis={RATES}
              height={280}
            />
          )}
        </Box>
        <StationPicker
          stations={occupation}
          withOperators={exploitant === null}
          colorOf={(id) => drawn.find(({ station }) => station.id === id)?.color}
          full={drawn.length === HUES.length}
          onToggle={toggle}
        />
      </Group>
    </Figure>
  );
}
