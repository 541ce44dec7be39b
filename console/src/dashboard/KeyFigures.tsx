import { Group, Paper, Progress, SimpleGrid, Stack, Text } from "@mantine/core";
import type { PropsWithChildren } from "react";
import { formatCount, formatEuros } from "@/format";
import { Change } from "./Change";
import { formatAverage, formatRate, orNone } from "./format";
import classes from "./KeyFigures.module.css";
import { Trend } from "./parts/Trend";
import type { Figures, Point, SummaryKey } from "./types";

type Tile = {
  key: SummaryKey;
  label: string;
  format: (value: number) => string;
  /** Set for the main tiles, which are drawn large with a trend line. */
  trend?: (point: Point) => number;
};

const MAIN: Tile[] = [
  {
    key: "utilisations",
    label: "Utilisations",
    format: formatCount,
    trend: (point) => point.utilisations,
  },
  { key: "recettes", label: "Recettes", format: formatEuros, trend: (point) => point.recettes },
  { key: "tauxOccupation", label: "Taux d'occupation", format: formatRate },
];

const OTHERS: Tile[] = [
  { key: "dureeMoyenne", label: "Durée moyenne", format: formatAverage },
  { key: "dureeMediane", label: "Durée médiane", format: formatAverage },
  { key: "depassements", label: "Dépassements", format: formatCount },
  { key: "enlevements", label: "Enlèvements", format: formatCount },
  { key: "usagersNouveaux", label: "Nouveaux usagers", format: formatCount },
  { key: "usagersRevenus", label: "Usagers revenus", format: formatCount },
];

/** On which day each total counts. */
const RULE =
  "Les utilisations sont comptées le jour de leur début. Les recettes sont les sommes encaissées, comptées le jour où l'argent est entré, moins les remboursements, comptés le jour où ils ont été faits\u00a0; un remboursement en attente n'est pas encore déduit.";

/** The totals of the period, each beside that of the previous period. */
export function KeyFigures({ figures }: { figures: Figures }) {
  const tiles = (list: Tile[]) =>
    list.map((tile) => <TileOf key={tile.key} tile={tile} figures={figures} />);
  return (
    <Stack component="section" gap="sm" aria-label="Chiffres clés">
      <TileRow main>{tiles(MAIN)}</TileRow>
      <TileRow>{tiles(OTHERS)}</TileRow>
      <Text fz="xs" c="dimmed" maw="70rem">
        {RULE}
      </Text>
    </Stack>
  );
}

/** A row of tiles, three large or six small where they fit. */
export function TileRow({ main = false, children }: PropsWithChildren<{ main?: boolean }>) {
  const cols = main ? { base: 1, sm: 3 } : { base: 2, sm: 3, md: 6 };
  return (
    <SimpleGrid component="dl" cols={cols} spacing="sm" m={0}>
      {children}
    </SimpleGrid>
  );
}

function TileOf({ tile, figures }: { tile: Tile; figures: Figures }) {
  const { key, label, format, trend } = tile;
  const { valeur, precedente } = figures.resume[key];
  const rate = key === "tauxOccupation";
  return (
    <Paper withBorder px="md" py="sm" className={classes.tile}>
      <Text component="dt" fz={13} c="dimmed">
        {label}
      </Text>
      <dd className={classes.value} data-main={MAIN.includes(tile) || undefined}>
        {orNone(valeur, format)}
      </dd>
      <Group component="dd" gap="0 6" fz={13}>
        {valeur === null && precedente === null ? (
          "\u00a0"
        ) : (
          <Change valeur={valeur} precedente={precedente} rate={rate} />
        )}
        {precedente !== null && (
          <Text span fz="xs" c="dimmed">
            contre {format(precedente)}
          </Text>
        )}
      </Group>
      {trend && (
        <dd className={classes.drawing} aria-hidden="true">
          <Trend values={figures.serie.map(trend)} />
        </dd>
      )}
      {rate && (
        <dd className={classes.drawing} aria-hidden="true">
          <Progress value={(valeur ?? 0) * 100} color="var(--hue-1)" />
        </dd>
      )}
    </Paper>
  );
}
