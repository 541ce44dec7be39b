import { Box, Group, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./Notice.module.css";

type EmptyStateProps = {
  title: string;
  /** Explains what the page is for. */
  hint?: ReactNode;
  /** The suggested next step. */
  action?: ReactNode;
  icon: ReactNode;
  /** It is not there because something failed. */
  failure?: boolean;
};

/** Stands in place of what is not there. */
export function EmptyState({ title, hint, action, icon, failure }: EmptyStateProps) {
  return (
    <Box data-card role={failure ? "alert" : undefined} px="lg" py={48} ta="center">
      <Stack align="center" gap={4} data-status={failure && "red"}>
        <Box w={48} mb="sm" className={classes.icon} aria-hidden="true">
          {icon}
        </Box>
        <Box component="p" fz="lg" fw={600}>
          {title}
        </Box>
        {hint && (
          <Box component="p" c="dimmed" maw="56ch">
            {hint}
          </Box>
        )}
        {action && (
          <Group justify="center" gap="xs" mt="md">
            {action}
          </Group>
        )}
      </Stack>
    </Box>
  );
}
