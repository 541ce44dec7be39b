import { Paper, SimpleGrid, Skeleton, Text } from "@mantine/core";
import type { PropsWithChildren } from "react";
import type { StatusColor } from "@/ui/feedback/StatusChip";
import classes from "./Tiles.module.css";

/** Figures side by side; the last of an odd number takes the whole width of a phone. */
export function Tiles({ most, children }: PropsWithChildren<{ most: 3 | 5 }>) {
  return (
    <SimpleGrid component="dl" cols={{ base: 2, sm: 3, lg: most }} spacing="sm" m={0} mb="sm">
      {children}
    </SimpleGrid>
  );
}

type TileProps = {
  label: string;
  color?: StatusColor | undefined;
  /** Undefined while it loads. */
  value: string | undefined;
  note?: string | undefined;
};

export function Tile({ label, color, value, note }: TileProps) {
  return (
    <Paper withBorder px="md" py="sm" className={classes.tile} data-status={color}>
      <Text component="dt" c="dimmed">
        {label}
      </Text>
      <dd className={classes.value}>{value ?? <Skeleton height={32} width={56} />}</dd>
      {note && (
        <Text component="dd" fz="xs" c="dimmed">
          {note}
        </Text>
      )}
    </Paper>
  );
}
