import { Paper, Skeleton, Stack } from "@mantine/core";
import { TileRow } from "./KeyFigures";

const times = (n: number) => Array.from({ length: n }, (_, index) => index);

/** The placeholder of the page while the server counts. */
export function DashboardSkeleton() {
  return (
    <Stack gap="sm" aria-hidden="true">
      <TileRow main>{times(3).map(tile)}</TileRow>
      <TileRow>{times(6).map(tile)}</TileRow>
      <FiguresSkeleton />
    </Stack>
  );
}

const tile = (index: number) => (
  <Paper key={index} withBorder px="md" py="sm">
    <Skeleton height={12} width="6rem" my={4} />
    <Skeleton height={20} width="7rem" my={8} />
    <Skeleton height={12} width="8rem" my={4} />
  </Paper>
);

export function FiguresSkeleton() {
  return times(3).map((index) => (
    <Paper key={index} withBorder px="md" py="sm" aria-hidden="true">
      <Skeleton height={16} width="12rem" my={4} />
      <Skeleton height={12} width="20rem" maw="100%" my={6} />
      <Skeleton height={290} opacity={0.4} mt="sm" />
    </Paper>
  ));
}
