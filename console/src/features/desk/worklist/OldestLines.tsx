import { Box, Group, Paper, Text, Title } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useRights } from "@/session/rights";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { type Worklist, worklistQuery } from "./api";
import { kindsOf, opensBeside } from "./kinds";
import { keyOf, type Line, linesOf, sortedLines } from "./lines";
import classes from "./worklist.module.css";

const SHOWN = 5;

/** The lines that have waited longest, whatever their kind; each opens in the worklist, or leads to the page where it is settled. */
export function OldestLines({ operatorId }: { operatorId: number }) {
  const { data } = useQuery(worklistQuery(operatorId));
  const { administrator } = useRights();
  const oldest = data ? oldestOf(data, administrator, Date.now()) : [];
  if (oldest.length === 0) return null;
  return (
    // Nearer to the counts above than to what follows.
    <Box component="section" mt={-16} mb="xl" aria-label="Ce qui attend depuis le plus longtemps">
      <Title order={3} fz={13} fw={550} c="dimmed" mb="xs">
        Ce qui attend depuis le plus longtemps
      </Title>
      <Paper component="ul" withBorder m={0} p={0} className={classes.lines}>
        {oldest.map((line) => (
          <li key={keyOf(line)}>
            <Link
              {...(opensBeside(line.kind)
                ? { to: "/a-traiter", search: { ligne: keyOf(line) } }
                : { to: line.to, search: line.search, hash: line.hash })}
              hashScrollIntoView={{ block: "center" }}
              className={classes.old}
            >
              <Group component="span" align="baseline" gap="0 12" flex="1 1 16rem">
                <Text component="strong" fw={550}>
                  {line.title}
                </Text>
                <Text span c="dimmed">
                  {line.detail}
                </Text>
              </Group>
              <Text span c="dimmed">
                {line.note}
              </Text>
              {line.amount && <span>{line.amount}</span>}
              {line.chip && <StatusChip {...line.chip} />}
              <IconChevronRight size={18} stroke={1.75} aria-hidden />
            </Link>
          </li>
        ))}
      </Paper>
    </Box>
  );
}

/** Returns the oldest lines of the worklist. */
const oldestOf = (worklist: Worklist, administrator: boolean, now: number): Line[] =>
  sortedLines(
    kindsOf(worklist).flatMap(({ id }) => linesOf(id, worklist, { administrator, now })),
    "age",
    SHOWN,
  );
