import { Box, Text, Title } from "@mantine/core";
import type { PropsWithChildren } from "react";

type LiveSectionProps = PropsWithChildren<{
  title: string;
  /** A few words beside the title. */
  aside?: string | undefined;
  query: { isPending: boolean; isRefetchError: boolean };
}>;

/** A section of figures that are loaded again while the page is open. */
export function LiveSection({ title, aside, query, children }: LiveSectionProps) {
  return (
    <Box component="section" mb="xl" aria-label={title} aria-busy={query.isPending || undefined}>
      <Title order={2} size="h3" mb="sm">
        {title}
        {aside && (
          <Text span fz={13} fw={400} c="dimmed" ml="sm">
            {aside}
          </Text>
        )}
        {query.isRefetchError && (
          <Text span fz="xs" fw={400} c="var(--mantine-color-error)" ml="sm">
            mise à jour interrompue
          </Text>
        )}
      </Title>
      {children}
    </Box>
  );
}
