import { SimpleGrid } from "@mantine/core";
import type { PropsWithChildren } from "react";
import classes from "./FieldPairs.module.css";

/** The fields of a form, two a line; one that would stand alone on its line, or has `data-wide`, takes all of it. */
export function FieldPairs({ children }: PropsWithChildren) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} className={classes.pairs}>
      {children}
    </SimpleGrid>
  );
}
