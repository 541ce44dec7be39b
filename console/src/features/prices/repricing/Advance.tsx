import { Group, Paper, type PaperProps, Progress, Text } from "@mantine/core";
import type { ReactNode } from "react";

type AdvanceProps = {
  /** The accessible name of the whole. */
  label: string;
  /** What is going on, which is announced. */
  words: string;
  count: ReactNode;
  percent: number;
  hint: string;
  /** What stops it. */
  action?: ReactNode;
  mb?: PaperProps["mb"];
};

/** How far work in the background has come. */
export function Advance({ label, words, count, percent, hint, action, mb }: AdvanceProps) {
  return (
    <Paper component="section" withBorder px="md" py="sm" mb={mb} aria-label={label}>
      <Group gap="xs">
        <Text fw={550} role="status">
          {words}
        </Text>
        <Text c="dimmed" mx="xs">
          {count}
        </Text>
        <Progress flex="1 1 12rem" value={percent} aria-label="Avancement" />
        {action}
      </Group>
      <Text size="xs" c="dimmed" mt="xs">
        {hint}
      </Text>
    </Paper>
  );
}
