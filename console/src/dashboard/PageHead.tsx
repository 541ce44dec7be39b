import { Box, Group, Text, Title, VisuallyHidden } from "@mantine/core";
import classes from "./Dashboard.module.css";
import { rangeWords } from "./days";
import { PeriodPicker } from "./PeriodPicker";
import type { Period } from "./period";
import type { Figures, Range } from "./types";

type PageHeadProps = {
  period: Period;
  onChoose: (period: Period) => void;
  range: Range;
  figures: Figures | undefined;
};

/** Shows the operator, the period, and the period compared with. */
export function PageHead({ period, onChoose, range, figures }: PageHeadProps) {
  const days = rangeWords(figures?.periode ?? range);
  return (
    <Group component="header" justify="space-between" gap="8 24" className={classes.head}>
      <Box flex="1 1 18rem">
        <Title order={1} size="h2">
          {figures && <VisuallyHidden>Tableau de bord&nbsp;: </VisuallyHidden>}
          {figures ? (figures.exploitant?.nom ?? "Tous les exploitants") : "Tableau de bord"}
        </Title>
        <Text fz={13} c="dimmed" mt={2} role="status">
          <Text component="strong" inherit display="block" fw={550} c="var(--mantine-color-text)">
            {days.charAt(0).toUpperCase() + days.slice(1)}
          </Text>
          <span>{figures ? comparedWith(figures.precedente) : "\u00a0"}</span>
        </Text>
      </Box>
      <PeriodPicker period={period} onChoose={onChoose} />
    </Group>
  );
}

function comparedWith(before: Range): string {
  const words = rangeWords(before);
  return words.startsWith("le ") ? `comparé au ${words.slice(3)}` : `comparé à la période ${words}`;
}
