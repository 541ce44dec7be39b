import { Button, Checkbox, Group, Paper, Stack, Text } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { formatCount } from "@/format";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { Block } from "@/ui/layout/Block";
import { LineHandling } from "./handling/LineHandling";
import { kindTitle, opensBeside } from "./kinds";
import { keyOf, LIST_LINKS, type Line, lineId } from "./lines";
import type { WorklistSearch } from "./search";
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
  /** The chosen lines; absent for who may not act on several. */
  selection: Selection | undefined;
  view: WorklistSearch;
  /** Is told that a line is opened beside the list. */
  onOpen: () => void;
  /** Shows the kind of each line, where lines of several kinds stand together. */
  mixed?: boolean;
  /** Loads more lines; absent when the server lists no more. */
  onMore: (() => void) | undefined;
};

/** A section of the worklist. */
export function Lines(section: LinesProps) {
  const { id, title, count, total, lines, operatorId, selection, mixed, onMore } = section;
  const { view, onOpen } = section;
  const all = LIST_LINKS[id as keyof typeof LIST_LINKS];
  return (
    <div id={id} className={classes.anchor}>
      <Block
        title={title}
        bare
        action={
          <Group gap="8 20">
            {selection && lines.length > 1 && (
              <ChooseAll selection={selection} lines={lines} section={{ id, title }} />
            )}
            <Text span c="dimmed">
              {count}
            </Text>
          </Group>
        }
      >
        <Paper component="ul" withBorder m={0} p={0} className={classes.lines}>
          {lines.map((line) => (
            <li key={`${line.kind} ${line.objectId}`} className={classes.row}>
              {selection && <ChooseLine line={line} selection={selection} />}
              <LineLink
                line={line}
                mixed={mixed}
                beside={opensBeside(line.kind) ? { view, onOpen } : undefined}
              />
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

type ChooseAllProps = {
  selection: Selection;
  lines: Line[];
  section: Pick<LinesProps, "id" | "title">;
};

function ChooseAll({ selection, lines, section: { id, title } }: ChooseAllProps) {
  const keys = lines.map(keyOf);
  const chosen = keys.filter(selection.has).length;
  const label = id === "paiements" ? "Sélectionner les paiements" : "Tout sélectionner";
  return (
    <Checkbox
      label={label}
      aria-label={id === "paiements" ? label : `${label}, ${title}`}
      checked={chosen === keys.length}
      indeterminate={chosen > 0 && chosen < keys.length}
      onChange={(event) => selection.all(keys, event.currentTarget.checked)}
    />
  );
}

function ChooseLine({ line, selection }: { line: Line; selection: Selection }) {
  const key = keyOf(line);
  return (
    // The label makes the whole height of the line a target.
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is its control
    <label className={classes.box}>
      <Checkbox
        aria-label={
          line.kind === "paiements"
            ? `Sélectionner le paiement de ${line.title}, ${line.amount}`
            : `Sélectionner la ligne, ${kindTitle(line.kind)}, ${line.title}`
        }
        checked={selection.has(key)}
        onChange={() => {}}
        onClick={(event) => selection.toggle(key, event.currentTarget.checked, event.shiftKey)}
      />
    </label>
  );
}

type LineLinkProps = {
  line: Line;
  mixed: boolean | undefined;
  /** Opens the line beside the list; absent: it leads to the page where it is settled. */
  beside: { view: WorklistSearch; onOpen: () => void } | undefined;
};

function LineLink({ line, mixed, beside }: LineLinkProps) {
  const { to, search, hash, kind, title, detail, note, amount, chip } = line;
  const key = keyOf(line);
  const target = beside
    ? {
        to: "/a-traiter",
        search: { ...beside.view, ligne: key },
        resetScroll: false,
        onClick: beside.onOpen,
      }
    : { to, search, hash, hashScrollIntoView: { block: "center" as const } };
  return (
    <Link id={lineId(key)} {...target} className={classes.line}>
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
