import { Button, Checkbox } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { formatCount } from "@/format";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { Block } from "@/ui/layout/Block";
import { LineHandling } from "./handling/LineHandling";
import { kindTitle } from "./kinds";
import { LIST_LINKS, type Line } from "./lines";
import type { Selection } from "./selection";
import classes from "./WorklistPage.module.css";

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
          <span className={classes.sectionActions}>
            {selection && payments > 1 && <ChooseAll selection={selection} payments={payments} />}
            <span className={classes.count}>{count}</span>
          </span>
        }
      >
        <ul className={classes.lines}>
          {lines.map((line) => (
            <li key={`${line.kind} ${line.objectId}`} className={classes.row}>
              {selection && payments > 0 && <ChooseLine line={line} selection={selection} />}
              <LineLink line={line} mixed={mixed} />
              <LineHandling line={line} operatorId={operatorId} />
            </li>
          ))}
        </ul>
        {total > lines.length && (
          <p className={classes.more}>
            Les {formatCount(lines.length)} premières lignes sur {formatCount(total)}.{" "}
            {onMore && <More onMore={onMore}>Afficher plus de lignes</More>}{" "}
            {all && (
              <Link to={all.to} search={all.search}>
                {all.label}
              </Link>
            )}
          </p>
        )}
      </Block>
    </div>
  );
}

const More = ({ onMore, children }: { onMore: () => void; children: ReactNode }) => (
  <Button variant="default" size="compact-sm" onClick={onMore}>
    {children}
  </Button>
);

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
  if (line.kind !== "paiements") return <span className={classes.box} />;
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
      <span className={classes.words}>
        {mixed && <span className={classes.kind}>{kindTitle(kind)}</span>}
        <strong className={classes.title}>{title}</strong>
        <span className={classes.detail}>{detail}</span>
      </span>
      <span className={classes.note}>{note}</span>
      {amount && <span className={classes.amount}>{amount}</span>}
      <span className={classes.chip}>{chip && <StatusChip {...chip} />}</span>
      <IconChevronRight size={18} stroke={1.75} aria-hidden className={classes.chevron} />
    </Link>
  );
}
