import { Box, Button, Group, Paper, Text, Title } from "@mantine/core";
import { IconChartBar, IconTable } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";
import type { FigureKey, Range } from "../types";
import { CsvButton } from "./CsvButton";
import classes from "./drawing.module.css";

type FigureProps = {
  title: string;
  /** Says in one line what is counted. */
  hint: string;
  csv: FigureKey;
  range: Range;
  /** The text shown instead of a chart that would be empty. */
  empty?: string | false;
  children: ReactNode;
  /** The data as a table, for figures whose drawing is not a table itself. */
  table?: ReactNode;
};

/** One figure of the dashboard: a drawing, a table and a CSV file. */
export function Figure({ title, hint, csv, range, empty, children, table }: FigureProps) {
  const id = useId();
  const [asTable, setAsTable] = useState(false);
  const Icon = asTable ? IconChartBar : IconTable;
  return (
    <Paper component="section" withBorder className={classes.figure} aria-labelledby={id}>
      <Box flex={1} px="md" pt="sm" pb="xs">
        <Title order={2} size="h3" id={id}>
          {title}
        </Title>
        <Text fz={13} c="dimmed" mb="sm">
          {hint}
        </Text>
        {empty ? (
          <Text c="dimmed" ta="center" py="lg">
            {empty}
          </Text>
        ) : asTable ? (
          table
        ) : (
          children
        )}
      </Box>
      <Group justify="flex-end" gap={4} px="xs" py={4} className={classes.foot} data-no-print>
        {table && !empty && (
          <Button
            id={`${id}-table`}
            aria-labelledby={`${id}-table ${id}`}
            variant="subtle"
            size="xs"
            leftSection={<Icon size={15} stroke={1.75} aria-hidden />}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? "Voir le graphique" : "Voir le tableau"}
          </Button>
        )}
        <CsvButton titleId={id} title={title} figure={csv} range={range} />
      </Group>
    </Paper>
  );
}
