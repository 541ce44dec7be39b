import { Box, Button, Checkbox, Group, Paper, Stack, Text } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { formatCount } from "@/format";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { Block } from "@/ui/layout/Block";
import { LineHandling } from "./handling/LineHandling";
import { kindTitle } from "./kinds";
import { LIST_LINKS, type Line } from "./lines";
import type { Selection } from "./selection";
import classes from "./worklist.module.css";

type LinesProps = {
  /** The anchor of the section, and the kind of all its lines if they have one kind. */
  id: string;
  title: string;
  /** Says how many lines there are. */
  count: string;
  total: number;
  lines: Line[];
  operatorId: number;
  /** The chosen payments; absent for who may not act on payments. */
  selection: Selection | undefined;
  /** Shows the kind of each line, where lines of several kinds stand together. */
  mixed?: boolean;
  /** Loads more lines; absent when the server lists no more. */
  onMore: (() => void) | undefined;
};

/** A section of the worklist. */
export function Lines(section: LinesProps) {
  const { id, title, count, total, lines, operatorId, selection, mixed, onMore } = section;
  const all = LIST_LINKS[id as keyof typeof LIST_LINKS];
  const payments = lines.filter(({ kind }) => kind === "paiements").length;
  return (
    <div id={id} className={classes.anchor}>
      <Block
        title={title}
        bare
        action={
          <Group gap="8 20">
            {selection && payments > 1 && <ChooseAll selection={selection} payments={payments} />}
            <Text span c="dimmed">
              {count}
            </Text>
          </Group>
        }
      >
        <Paper component="ul" withBorder m={0} p={0} className={classes.lines}>
          {lines.map((line) => (
            <li key={`${line.kind} ${line.objectId}`} className={classes.row}>
              {selection && payments > 0 && <ChooseLine line={line} selection={selection} />}
              <LineLink line={line} mixed={mixed} />
              <LineHandling line={line} operatorId={operatorId} />
            </li>
          ))}
        </Paper>
        {total > lines.length && (
          <Text c="dimmed" mt="xs">
            Les {formatCount(lines.length)} premières lignes sur {formatCount(total)}.{" "}
            {onMore && (
              <Button variant="default" size="compact-sm" onClick={onMore}>
                Afficher plus de lignes
              </Button>
            )}{" "}
            {all && (
              <Button
                variant="subtle"
                size="compact-sm"
                renderRoot={(props) => <Link to={all.to} search={all.search} {...props} />}
              >
                {all.label}
              </Button>
            )}
          </Text>
        )}
      </Block>
    </div>
  );
}

function ChooseAll({ selection, payments }: { selection: Selection; payments: number }) {
  const chosen = selection.ids.length;
  return (
    <Checkbox
      label="Sélectionner les paiements"
      checked={chosen === payments}
      indeterminate={chosen > 0 && chosen < payments}
      onChange={(event) => selection.all(event.currentTarget.checked)}
    />
  );
}

/** The box of a payment; other lines keep its place free, so that all lines stand in one column. */
function ChooseLine({ line, selection }: { line: Line; selection: Selection }) {
  if (line.kind !== "paiements") return <Box w={44} flex="none" />;
  return (
    // The label makes the whole height of the line a target.
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is its control
    <label className={classes.box}>
      <Checkbox
        aria-label={`Sélectionner le paiement de ${line.title}, ${line.amount}`}
        checked={selection.has(line.objectId)}
        onChange={() => {}}
        onClick={(event) =>
          selection.toggle(line.objectId, event.currentTarget.checked, event.shiftKey)
        }
      />
    </label>
  );
}

function LineLink({ line, mixed }: { line: Line; mixed: boolean | undefined }) {
  const { to, search, hash, kind, title, detail, note, amount, chip } = line;
  return (
    <Link
      to={to}
      search={search}
      hash={hash}
      hashScrollIntoView={{ block: "center" }}
      className={classes.line}
    >
      <Stack component="span" gap={0}>
        {mixed && (
          <Text span fz="xs" c="dimmed">
            {kindTitle(kind)}
          </Text>
        )}
        <Text component="strong" fw={600}>
          {title}
        </Text>
        <Text span c="dimmed">
          {detail}
        </Text>
      </Stack>
      <Text span c="dimmed">
        {note}
      </Text>
      <span className={classes.amount}>{amount}</span>
      <span>{chip && <StatusChip {...chip} />}</span>
      <IconChevronRight size={18} stroke={1.75} aria-hidden />
    </Link>
  );
}
