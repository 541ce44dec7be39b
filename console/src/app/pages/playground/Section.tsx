import { Box, Divider, Group, Stack, Text } from "@mantine/core";
import type { PropsWithChildren } from "react";

export type SectionInfo = { id: string; title: string };

export function Section({ id, title, children }: PropsWithChildren<SectionInfo>) {
  return (
    <Box component="section" id={id} mb={48} aria-labelledby={`${id}-titre`}>
      <h2 id={`${id}-titre`}>{title}</h2>
      <Divider mt="xs" mb="lg" />
      <Stack gap="lg">{children}</Stack>
    </Box>
  );
}

type StateProps = PropsWithChildren<{
  name: string;
  /** Shows its examples side by side. */
  row?: boolean;
}>;

/** One state of a component, with its name. */
export function State({ name, row, children }: StateProps) {
  return (
    <Stack gap="xs" miw={0}>
      <Text size="xs" c="dimmed" fw={600}>
        {name}
      </Text>
      {row ? <Group gap="sm">{children}</Group> : children}
    </Stack>
  );
}
