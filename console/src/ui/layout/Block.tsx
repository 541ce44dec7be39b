import { Box, Group } from "@mantine/core";
import { type PropsWithChildren, type ReactNode, useId } from "react";
import classes from "./Block.module.css";

type BlockProps = PropsWithChildren<{
  title: string;
  /** Shown beside the title: a search box or a button. */
  action?: ReactNode;
  /** Renders without the white card, for content that has a card of its own. */
  bare?: boolean;
}>;

/** A section of a page, under its title. */
export function Block({ title, action, bare = false, children }: BlockProps) {
  const id = useId();
  return (
    <section className={classes.block} aria-labelledby={id}>
      <Group justify="space-between" gap="xs" mih={36} mb="sm">
        <h2 id={id}>{title}</h2>
        {action}
      </Group>
      {bare ? (
        children
      ) : (
        <Box data-card px={20} py="md">
          {children}
        </Box>
      )}
    </section>
  );
}
