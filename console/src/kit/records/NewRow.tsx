import { Button, Paper, Title } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { PropsWithChildren } from "react";
import type { OneRow } from "./useOneRow";

type NewRowProps = PropsWithChildren<{
  label: string;
  /** Shown instead of the label. */
  title?: string;
  /** The level of the heading. */
  order?: 3 | 4;
}>;

/** The form of a new row, above the rows of its list. */
export function NewRow({ label, title = label, order = 3, children }: NewRowProps) {
  return (
    <Paper
      component="section"
      mb="md"
      px={20}
      py="md"
      bd="1px solid var(--accent)"
      aria-label={label}
    >
      <Title order={order} size="h3" mb="md">
        {title}
      </Title>
      {children}
    </Paper>
  );
}

/** The button that opens the form of a new row, or closes it. */
export function AddButton({ row, children }: PropsWithChildren<{ row: OneRow }>) {
  return (
    <Button
      ref={row.addButton}
      variant="light"
      leftSection={<IconPlus size={18} aria-hidden />}
      aria-expanded={row.openRow === "new"}
      onClick={() => row.toggle("new")}
    >
      {children}
    </Button>
  );
}
