import { IconChevronRight } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useRights } from "@/session/rights";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { type Worklist, worklistQuery } from "./api";
import { kindsOf } from "./kinds";
import { type Line, linesOf } from "./lines";
import classes from "./OldestLines.module.css";

const SHOWN = 5;

/** The lines that have waited longest, whatever their kind; each leads to the page where it is settled. */
export function OldestLines({ operatorId }: { operatorId: number }) {
  const { data } = useQuery(worklistQuery(operatorId));
  const { administrator } = useRights();
  const oldest = data ? oldestOf(data, administrator, Date.now()) : [];
  if (oldest.length === 0) return null;
  return (
    <section className={classes.section} aria-label="Ce qui attend depuis le plus longtemps">
      <h3 className={classes.title}>Ce qui attend depuis le plus longtemps</h3>
      <ul className={classes.lines}>
        {oldest.map(({ kind, line }) => (
          <li key={`${kind} ${line.objectId}`}>
            <Link
              to={line.to}
              search={line.search}
              hash={line.hash}
              hashScrollIntoView={{ block: "center" }}
              className={classes.line}
            >
              <span className={classes.words}>
                <strong className={classes.name}>{line.title}</strong>
                <span className={classes.detail}>{line.detail}</span>
              </span>
              <span className={classes.note}>{line.note}</span>
              {line.amount && <span className={classes.amount}>{line.amount}</span>}
              {line.chip && <StatusChip {...line.chip} />}
              <IconChevronRight size={18} stroke={1.75} aria-hidden className={classes.chevron} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns the oldest lines of the worklist, each with its kind. */
function oldestOf(
  worklist: Worklist,
  administrator: boolean,
  now: number,
): { kind: string; line: Line }[] {
  return kindsOf(worklist)
    .flatMap(({ id }) => {
      const items: readonly { depuis: string }[] = worklist[id]?.items ?? [];
      const lines = linesOf(id, worklist, { administrator, now });
      return lines.map((line, i) => ({ kind: id, line, since: items[i]?.depuis ?? "" }));
    })
    .sort((a, b) => Date.parse(a.since) - Date.parse(b.since))
    .slice(0, SHOWN);
}
