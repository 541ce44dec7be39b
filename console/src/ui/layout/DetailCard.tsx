import { Box } from "@mantine/core";
import type { PropsWithChildren } from "react";
import classes from "./DetailCard.module.css";

/** The cards of an open row, side by side where they fit. */
export function DetailCards({ children }: PropsWithChildren) {
  return <div className={classes.cards}>{children}</div>;
}

/** A section of an open row, under its title. */
export function DetailCard({ title, children }: PropsWithChildren<{ title: string }>) {
  return (
    <Box component="section" data-card p="md" aria-label={title}>
      <Box component="h3" fz="md" mb="sm">
        {title}
      </Box>
      {children}
    </Box>
  );
}
