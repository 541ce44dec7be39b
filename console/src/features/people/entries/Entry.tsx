import { Box, Group, Text } from "@mantine/core";
import type { Icon } from "@tabler/icons-react";
import type { PropsWithChildren, ReactNode } from "react";
import { PlainList } from "@/ui/layout/PlainList";
import classes from "./entries.module.css";

export function EntryList({ label, children }: PropsWithChildren<{ label: string }>) {
  return (
    <PlainList className={classes.list} aria-label={label}>
      {children}
    </PlainList>
  );
}

type EntryProps = PropsWithChildren<{
  /** Absent: it is no item of a list, and stands below one. */
  icon?: Icon;
  name: string;
  /** What is known of it, a line each. */
  facts: readonly string[];
  state?: ReactNode;
}>;

/** Something in a list of a block (a factor, an identity, a session): an icon, words, buttons. */
export function Entry({ icon: EntryIcon, name, facts, state, children }: EntryProps) {
  return (
    <Group
      component={EntryIcon ? "li" : "div"}
      gap="sm"
      mt={EntryIcon ? undefined : "sm"}
      className={classes.entry}
    >
      {EntryIcon && <EntryIcon size={20} stroke={1.75} aria-hidden />}
      <Box flex="1 1 12rem" miw={0} className={classes.words}>
        <Group gap="xs">
          <Text component="h3" fz="lg" fw={600}>
            {name}
          </Text>
          {state}
        </Group>
        {facts.map((fact) => (
          <Text key={fact} c="dimmed">
            {fact}
          </Text>
        ))}
      </Box>
      {children}
    </Group>
  );
}
